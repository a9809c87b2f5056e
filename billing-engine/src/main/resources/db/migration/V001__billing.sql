-- Copies of what the ledger says; a copy is never newer than its source and never goes back.

CREATE TABLE account_copy (
  id text PRIMARY KEY,
  version bigint NOT NULL,
  document text NOT NULL
);
CREATE TABLE commitment_copy (
  id text PRIMARY KEY,
  account text NOT NULL,
  version bigint NOT NULL,
  document text NOT NULL
);
CREATE INDEX commitment_copy_account ON commitment_copy (account);

-- How far each account's journal has been applied.
CREATE TABLE posting_cursor (
  account text PRIMARY KEY,
  sequence bigint NOT NULL
);

-- The sums of the postings, by what rating tells apart. Quantities are unit-seconds.
CREATE TABLE booked_usage (
  account text NOT NULL,
  slice_start timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text NOT NULL,
  region text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DRAW', 'OVERAGE', 'ON_DEMAND')),
  commitment text NOT NULL,
  quantity numeric NOT NULL,
  PRIMARY KEY (account, slice_start, usage_class, sku, region, kind, commitment)
);

-- What is managed here.

CREATE TABLE sku (
  id text PRIMARY KEY,
  unit text NOT NULL CHECK (unit IN ('GPU_HOUR', 'GIB', 'GIB_HOUR')),
  name text NOT NULL
);

CREATE TABLE price (
  id text PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  sku text NOT NULL REFERENCES sku,
  region text,
  account text,
  currency text NOT NULL,
  unit_price numeric NOT NULL CHECK (unit_price >= 0),
  -- on the hour of some zone; zones differ from UTC by whole quarters of an hour
  effective_from timestamptz NOT NULL CHECK (mod(extract(epoch FROM effective_from), 900) = 0),
  time_of_use text NOT NULL
);
CREATE INDEX price_sku ON price (sku);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER price_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price
  EXECUTE FUNCTION refuse_change();

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE,
  account text NOT NULL,
  period text NOT NULL,
  status text NOT NULL CHECK (status IN ('FINAL', 'VOID')),
  currency text NOT NULL,
  total numeric NOT NULL,
  issued_at timestamptz NOT NULL,
  json bytea NOT NULL,
  html bytea NOT NULL
);
CREATE UNIQUE INDEX invoice_one_final_per_period ON invoice (account, period)
  WHERE status = 'FINAL';
CREATE INDEX invoice_list ON invoice (account, number);

-- One row a calendar year; its lock makes numbers gapless.
CREATE TABLE invoice_counter (
  year integer PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);

-- Days whose periods have to be rated again for whoever watches costs.
CREATE TABLE rating_due (
  account text NOT NULL,
  day timestamptz NOT NULL,
  PRIMARY KEY (account, day)
);
CREATE TABLE charge_sequence (
  account text PRIMARY KEY,
  last bigint NOT NULL
);

CREATE TABLE cdc.outbox (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  topic text NOT NULL,
  account text NOT NULL,
  payload bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE cdc.heartbeat (
  id integer PRIMARY KEY,
  beat_at timestamptz NOT NULL
);
