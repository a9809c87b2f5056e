-- What is managed: accounts and commitments.

CREATE TABLE account (
  id text PRIMARY KEY,
  name text NOT NULL,
  currency text NOT NULL,
  time_zone text NOT NULL,
  tax_percent numeric NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  billing_day integer NOT NULL CHECK (billing_day BETWEEN 1 AND 31),
  grace_hours integer CHECK (grace_hours >= 0),
  version bigint NOT NULL
);

CREATE TABLE commitment (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES account,
  kind text NOT NULL CHECK (kind IN ('CAPACITY', 'POOL')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  document text NOT NULL,
  version bigint NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE INDEX commitment_account ON commitment (account, id);

-- The lock of an account's books, and how far they have come.
CREATE TABLE account_book (
  account text PRIMARY KEY REFERENCES account,
  posting_sequence bigint NOT NULL DEFAULT 0,
  -- commitments changed: everything from here on is to be allocated again
  reallocate_from timestamptz
);

-- The facts: every identity once, for ever, with what the event said.
CREATE TABLE event (
  account text NOT NULL,
  source text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('USAGE', 'CORRECTION', 'OUTAGE', 'UTILIZATION')),
  content bytea NOT NULL CHECK (octet_length(content) = 16),
  booked_at timestamptz NOT NULL,
  duplicates integer NOT NULL DEFAULT 0 CHECK (duplicates >= 0),
  sku text,
  region text,
  usage_class text CHECK (usage_class IN ('reserved', 'elastic')),
  resource text,
  labels text,
  starts_at timestamptz,
  ends_at timestamptz,
  gpus numeric CHECK (gpus >= 0),
  quantity numeric,
  corrects_source text,
  corrects_id text,
  data text,
  PRIMARY KEY (account, source, id),
  CHECK (starts_at <= ends_at),
  CHECK (kind <> 'USAGE' OR (sku IS NOT NULL AND region IS NOT NULL AND usage_class IS NOT NULL
    AND starts_at IS NOT NULL AND ends_at IS NOT NULL
    AND (gpus IS NULL) <> (quantity IS NULL) AND coalesce(quantity, 0) >= 0)),
  CHECK (kind <> 'CORRECTION' OR (corrects_source IS NOT NULL AND corrects_id IS NOT NULL
    AND starts_at IS NOT NULL))
);
CREATE INDEX event_time ON event (account, ends_at) WHERE kind = 'USAGE';
CREATE INDEX event_correction ON event (account, corrects_source, corrects_id)
  WHERE kind = 'CORRECTION';

-- The same identity with other content: without effect, but not silent.
CREATE TABLE event_conflict (
  account text NOT NULL,
  source text NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  reason text NOT NULL
);
CREATE INDEX event_conflict_identity ON event_conflict (account, source, id);

-- Events the ledger refused; a refusal does not occupy the identity.
CREATE TABLE event_rejection (
  account text NOT NULL,
  source text NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  reason text NOT NULL
);
CREATE INDEX event_rejection_identity ON event_rejection (account, source, id);

-- The state of the books. Quantities are unit-seconds.
CREATE TABLE usage_slice (
  account text NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text NOT NULL,
  region text NOT NULL,
  used numeric NOT NULL CHECK (used > 0),
  drawn numeric NOT NULL CHECK (drawn >= 0),
  overage numeric NOT NULL CHECK (overage >= 0),
  on_demand numeric NOT NULL CHECK (on_demand >= 0),
  PRIMARY KEY (account, slice_start, usage_class, sku, region),
  CHECK (slice_start < slice_end),
  CONSTRAINT usage_is_drawn_overage_and_on_demand CHECK (used = drawn + overage + on_demand),
  CONSTRAINT on_demand_only_without_commitment CHECK (on_demand = 0 OR drawn + overage = 0)
);

CREATE TABLE book_cell (
  account text NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text NOT NULL,
  region text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DRAW', 'OVERAGE', 'ON_DEMAND')),
  commitment text NOT NULL,
  window_start timestamptz,
  quantity numeric NOT NULL CHECK (quantity > 0),
  units numeric NOT NULL CHECK (units >= 0),
  CHECK ((kind = 'DRAW') = (window_start IS NOT NULL)),
  CHECK ((kind = 'ON_DEMAND') = (commitment = ''))
);
-- A commitment has one window at a time, so the window is not part of the key.
CREATE UNIQUE INDEX book_cell_key
  ON book_cell (account, slice_start, usage_class, sku, region, kind, commitment);

CREATE TABLE allowance (
  account text NOT NULL,
  commitment text NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  granted numeric NOT NULL,
  drawn numeric NOT NULL,
  PRIMARY KEY (account, commitment, window_start),
  CHECK (window_start < window_end),
  CONSTRAINT never_over_drawn CHECK (drawn >= 0 AND drawn <= granted)
);

-- The journal: append-only, gapless for each account; its sums are the cells above.
CREATE TABLE posting (
  account text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  booked_at timestamptz NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text NOT NULL,
  region text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DRAW', 'OVERAGE', 'ON_DEMAND')),
  commitment text NOT NULL,
  window_start timestamptz,
  quantity numeric NOT NULL,
  units numeric NOT NULL,
  PRIMARY KEY (account, sequence),
  CHECK (quantity <> 0 OR units <> 0)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER posting_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  EXECUTE FUNCTION refuse_change();

-- Where reading of each partition resumes, and which instance may write for it.
CREATE TABLE kafka_position (
  topic text NOT NULL,
  partition integer NOT NULL,
  next_offset bigint NOT NULL,
  owner uuid NOT NULL,
  PRIMARY KEY (topic, partition)
);

CREATE TABLE quarantine (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  account text,
  reason text NOT NULL,
  detail text NOT NULL,
  topic text NOT NULL,
  partition integer NOT NULL,
  offset_ bigint NOT NULL,
  value bytea NOT NULL
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
