-- Reported outages, as the ledger numbers them.
ALTER TABLE posting_cursor ADD outages bigint NOT NULL DEFAULT 0;
CREATE TABLE outage_copy (
  account text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  source text NOT NULL,
  id text NOT NULL,
  commitment text NOT NULL,
  gpus numeric NOT NULL CHECK (gpus >= 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (account, number),
  UNIQUE (account, source, id),
  CHECK (starts_at <= ends_at)
);

-- Whose turn it is to be rated: whoever has waited longest.
ALTER TABLE rating_due ADD position bigint GENERATED ALWAYS AS IDENTITY;

-- Accounts that close their periods by themselves, and the last period that needs no more looking.
ALTER TABLE account_copy ADD grace_hours integer, ADD closed_through text;
UPDATE account_copy SET grace_hours = (document::jsonb ->> 'graceHours')::integer;
CREATE INDEX account_copy_grace ON account_copy (id) WHERE grace_hours IS NOT NULL;

-- How far the account's journal and the list of prices had come when the invoice was made.
ALTER TABLE invoice
  ADD posting_sequence bigint NOT NULL DEFAULT 0,
  ADD price_position bigint NOT NULL DEFAULT 0,
  ADD subtotal numeric,
  ADD csv bytea,
  ADD pdf bytea,
  ADD voided_at timestamptz,
  ADD void_reason text,
  ADD CHECK ((status = 'VOID') = (voided_at IS NOT NULL)),
  ADD CHECK ((status = 'VOID') = (void_reason IS NOT NULL));
UPDATE invoice SET subtotal = (convert_from(json, 'UTF8')::jsonb ->> 'subtotal')::numeric,
  posting_sequence = 9223372036854775807, price_position = 9223372036854775807;
ALTER TABLE invoice ALTER subtotal SET NOT NULL;

-- What each invoice charges, and for which period: its own, or an older one that it corrects.
CREATE TABLE invoice_line (
  invoice uuid NOT NULL REFERENCES invoice,
  line integer NOT NULL CHECK (line > 0),
  account text NOT NULL,
  counts_for text NOT NULL,
  charge text NOT NULL CHECK (charge IN
    ('COMMITMENT_FEE', 'COVERED', 'OVERAGE', 'ON_DEMAND', 'SLA_CREDIT', 'TAX')),
  sku text,
  region text,
  commitment text,
  amount numeric NOT NULL,
  PRIMARY KEY (invoice, line)
);
CREATE INDEX invoice_line_period ON invoice_line (account, counts_for);
INSERT INTO invoice_line
SELECT i.id, l.n, i.account, i.period, l.line ->> 'kind', l.line ->> 'sku', l.line ->> 'region',
  l.line ->> 'commitment', (l.line ->> 'amount')::numeric
FROM invoice i, jsonb_array_elements(convert_from(i.json, 'UTF8')::jsonb -> 'lines')
  WITH ORDINALITY AS l (line, n);

-- An invoice stays what it was: it can be made void once, and its PDF is kept once it is drawn.
CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.status = 'VOID' AND NEW.status <> 'VOID'
    OR OLD.pdf IS NOT NULL AND NEW.pdf IS DISTINCT FROM OLD.pdf
    OR OLD.voided_at IS NOT NULL
      AND (NEW.voided_at, NEW.void_reason) IS DISTINCT FROM (OLD.voided_at, OLD.void_reason)
    OR (NEW.id, NEW.number, NEW.account, NEW.period, NEW.currency, NEW.subtotal, NEW.total,
        NEW.issued_at, NEW.posting_sequence, NEW.price_position, NEW.json, NEW.html, NEW.csv)
      IS DISTINCT FROM (OLD.id, OLD.number, OLD.account, OLD.period, OLD.currency, OLD.subtotal,
        OLD.total, OLD.issued_at, OLD.posting_sequence, OLD.price_position, OLD.json, OLD.html, OLD.csv)
  THEN
    RAISE EXCEPTION 'an invoice is frozen';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_is_frozen BEFORE UPDATE OR DELETE ON invoice
  FOR EACH ROW EXECUTE FUNCTION keep_invoice();
CREATE TRIGGER invoice_line_is_frozen BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_line
  EXECUTE FUNCTION refuse_change();
