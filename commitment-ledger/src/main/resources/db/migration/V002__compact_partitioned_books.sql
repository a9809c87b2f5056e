-- The facts and the books grow for ever, so they are partitioned by account and say nothing twice:
-- accounts are numbered, and what an event shares with others of its kind is kept once.

ALTER TABLE account_book
  ADD number integer GENERATED ALWAYS AS IDENTITY,
  -- grows with every change of the account's terms: its clock or its commitments
  ADD terms bigint NOT NULL DEFAULT 1,
  -- so that books without corrections need not be searched for them
  ADD corrections bigint NOT NULL DEFAULT 0 CHECK (corrections >= 0),
  -- no usage of the account lasts longer, so a search by time need not look further
  ADD longest_seconds bigint NOT NULL DEFAULT 0,
  -- the hash of the last posting
  ADD chain bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
    CHECK (octet_length(chain) = 32),
  ADD UNIQUE (number);
ALTER TABLE account_book SET (fillfactor = 60);

ALTER TABLE event RENAME TO event_v1;
ALTER TABLE usage_slice RENAME TO usage_slice_v1;
ALTER TABLE book_cell RENAME TO book_cell_v1;
ALTER TABLE allowance RENAME TO allowance_v1;
ALTER TABLE posting RENAME TO posting_v1;

-- Who says it: the CloudEvents source of an account.
CREATE TABLE event_source (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  book integer NOT NULL REFERENCES account_book (number),
  source text COLLATE "C" NOT NULL,
  UNIQUE (book, source)
);

-- What usage is of: all that consecutive events of one workload have in common.
CREATE TABLE series (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  book integer NOT NULL REFERENCES account_book (number),
  usage_class text NOT NULL CHECK (usage_class IN ('reserved', 'elastic')),
  sku text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  -- amount is units held from start to end; else a quantity at an instant
  span boolean NOT NULL,
  labels text NOT NULL,
  -- texts hold no control characters, so the joined text is as distinct as its parts
  digest uuid NOT NULL GENERATED ALWAYS AS (md5(usage_class || E'\x1f' || sku || E'\x1f' || region
    || E'\x1f' || CASE WHEN span THEN 's' ELSE 'q' END || E'\x1f' || labels)::uuid) STORED,
  UNIQUE (book, digest)
);

-- The facts: every identity once, with what the event said. Usage has a series; the rest of a
-- correction or a notice is in its own table.
CREATE TABLE event (
  book integer NOT NULL,
  source integer NOT NULL,
  series bigint,
  starts_at timestamptz,
  ends_at timestamptz,
  booked_at timestamptz NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount numeric NOT NULL CHECK (amount >= 0),
  resource text NOT NULL,
  PRIMARY KEY (book, source, id),
  CHECK (starts_at <= ends_at),
  CHECK (series IS NULL OR (starts_at IS NOT NULL AND ends_at IS NOT NULL))
) PARTITION BY HASH (book);
-- By the hour: its equal keys are stored once, so that it costs little for each event.
CREATE INDEX event_hour ON event (book, date_bin('1 hour', ends_at, '2000-01-01 00:00:00+00'))
  WHERE series IS NOT NULL;

CREATE TABLE correction (
  book integer NOT NULL,
  source integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  corrects_source integer NOT NULL,
  corrects_id text COLLATE "C" NOT NULL,
  -- added to the event, in the SKU's unit; null voids it
  quantity numeric,
  PRIMARY KEY (book, source, id)
);
CREATE INDEX correction_target ON correction (book, corrects_source, corrects_id);

CREATE TABLE notice (
  book integer NOT NULL,
  source integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('OUTAGE', 'UTILIZATION')),
  data text NOT NULL,
  PRIMARY KEY (book, source, id)
);

CREATE TABLE event_duplicate (
  book integer NOT NULL,
  source integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  PRIMARY KEY (book, source, id)
);

-- The state of the books. Quantities are unit-seconds.
CREATE TABLE usage_slice (
  book integer NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  used numeric NOT NULL CHECK (used > 0),
  drawn numeric NOT NULL CHECK (drawn >= 0),
  overage numeric NOT NULL CHECK (overage >= 0),
  on_demand numeric NOT NULL CHECK (on_demand >= 0),
  PRIMARY KEY (book, slice_start, usage_class, sku, region),
  CHECK (slice_start < slice_end),
  CONSTRAINT usage_is_drawn_overage_and_on_demand CHECK (used = drawn + overage + on_demand),
  CONSTRAINT on_demand_only_without_commitment CHECK (on_demand = 0 OR drawn + overage = 0)
) PARTITION BY HASH (book);

CREATE TABLE book_cell (
  book integer NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  usage_class text NOT NULL,
  sku text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DRAW', 'OVERAGE', 'ON_DEMAND')),
  -- a commitment has one window at a time, so the window is not part of the key
  commitment text COLLATE "C" NOT NULL,
  window_start timestamptz,
  quantity numeric NOT NULL CHECK (quantity > 0),
  units numeric NOT NULL CHECK (units >= 0),
  PRIMARY KEY (book, slice_start, usage_class, sku, region, kind, commitment),
  CHECK ((kind = 'DRAW') = (window_start IS NOT NULL)),
  CHECK ((kind = 'ON_DEMAND') = (commitment = ''))
) PARTITION BY HASH (book);

CREATE TABLE allowance (
  book integer NOT NULL,
  commitment text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  granted numeric NOT NULL,
  drawn numeric NOT NULL,
  PRIMARY KEY (book, commitment, window_start),
  CHECK (window_start < window_end),
  CONSTRAINT never_over_drawn CHECK (drawn >= 0 AND drawn <= granted)
) PARTITION BY HASH (book);

-- The journal: append-only, gapless for each account, each posting chained to the one before by a
-- hash; its sums are the cells above.
CREATE TABLE posting (
  book integer NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  booked_at timestamptz NOT NULL,
  slice_start timestamptz NOT NULL,
  slice_end timestamptz NOT NULL,
  window_start timestamptz,
  usage_class text NOT NULL,
  sku text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DRAW', 'OVERAGE', 'ON_DEMAND')),
  commitment text COLLATE "C" NOT NULL,
  quantity numeric NOT NULL,
  units numeric NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (book, sequence),
  CHECK (quantity <> 0 OR units <> 0)
) PARTITION BY HASH (book);
CREATE INDEX posting_slice ON posting (book, slice_start);

DO $$
DECLARE
  parts constant integer := 8;
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event', 'usage_slice', 'book_cell', 'allowance', 'posting'] LOOP
    FOR part IN 0 .. parts - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        name || '_p' || part, name, parts, part);
    END LOOP;
  END LOOP;
END $$;

-- What the previous version booked moves over; nothing is booked anew.
INSERT INTO event_source (book, source)
SELECT DISTINCT b.number, s.source
FROM (SELECT account, source FROM event_v1
  UNION SELECT account, corrects_source FROM event_v1 WHERE kind = 'CORRECTION') s
JOIN account_book b USING (account);

INSERT INTO series (book, usage_class, sku, region, span, labels)
SELECT DISTINCT b.number, usage_class, sku, region, gpus IS NOT NULL, coalesce(labels, '')
FROM event_v1 JOIN account_book b USING (account) WHERE kind = 'USAGE';

INSERT INTO event (book, source, series, starts_at, ends_at, booked_at, id, amount, resource)
SELECT b.number, o.number, s.number, e.starts_at, e.ends_at, e.booked_at, e.id,
  CASE WHEN e.kind = 'USAGE' THEN coalesce(e.gpus, e.quantity) ELSE 0 END,
  coalesce(e.resource, '')
FROM event_v1 e JOIN account_book b USING (account)
JOIN event_source o ON o.book = b.number AND o.source = e.source
LEFT JOIN series s ON e.kind = 'USAGE' AND s.book = b.number AND s.usage_class = e.usage_class
  AND s.sku = e.sku AND s.region = e.region AND s.span = (e.gpus IS NOT NULL)
  AND s.labels = coalesce(e.labels, '');

INSERT INTO correction (book, source, id, corrects_source, corrects_id, quantity)
SELECT b.number, o.number, e.id, t.number, e.corrects_id, e.quantity
FROM event_v1 e JOIN account_book b USING (account)
JOIN event_source o ON o.book = b.number AND o.source = e.source
JOIN event_source t ON t.book = b.number AND t.source = e.corrects_source
WHERE e.kind = 'CORRECTION';

INSERT INTO notice (book, source, id, kind, data)
SELECT b.number, o.number, e.id, e.kind, e.data
FROM event_v1 e JOIN account_book b USING (account)
JOIN event_source o ON o.book = b.number AND o.source = e.source
WHERE e.kind IN ('OUTAGE', 'UTILIZATION');

INSERT INTO event_duplicate (book, source, id, times)
SELECT b.number, o.number, e.id, e.duplicates
FROM event_v1 e JOIN account_book b USING (account)
JOIN event_source o ON o.book = b.number AND o.source = e.source
WHERE e.duplicates > 0;

UPDATE account_book b SET
  corrections = (SELECT count(*) FROM correction c WHERE c.book = b.number),
  longest_seconds = coalesce((SELECT ceil(extract(epoch FROM max(e.ends_at - e.starts_at)))
    FROM event e WHERE e.book = b.number AND e.series IS NOT NULL), 0);

INSERT INTO usage_slice (book, slice_start, slice_end, usage_class, sku, region, used, drawn,
  overage, on_demand)
SELECT b.number, slice_start, slice_end, usage_class, sku, region, used, drawn, overage, on_demand
FROM usage_slice_v1 JOIN account_book b USING (account);

INSERT INTO book_cell (book, slice_start, slice_end, usage_class, sku, region, kind, commitment,
  window_start, quantity, units)
SELECT b.number, slice_start, slice_end, usage_class, sku, region, kind, commitment, window_start,
  quantity, units
FROM book_cell_v1 JOIN account_book b USING (account);

INSERT INTO allowance (book, commitment, window_start, window_end, granted, drawn)
SELECT b.number, commitment, window_start, window_end, granted, drawn
FROM allowance_v1 JOIN account_book b USING (account);

-- The same text that core/Chain hashes.
CREATE FUNCTION micros(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((extract(epoch FROM at) * 1000000)::bigint::text, '')
$$;
DO $$
DECLARE
  p record;
  chained bytea;
  last_account text := '';
BEGIN
  FOR p IN SELECT v.*, b.number FROM posting_v1 v JOIN account_book b USING (account)
    ORDER BY account, sequence LOOP
    IF p.account <> last_account THEN
      chained := decode(repeat('00', 32), 'hex');
      last_account := p.account;
    END IF;
    chained := sha256(convert_to(concat_ws(E'\n', encode(chained, 'hex'), p.account, p.sequence,
      micros(p.booked_at), micros(p.slice_start), micros(p.slice_end), micros(p.window_start),
      p.usage_class, p.sku, p.region, p.kind, p.commitment, trim_scale(p.quantity),
      trim_scale(p.units)), 'UTF8'));
    INSERT INTO posting (book, sequence, booked_at, slice_start, slice_end, window_start,
      usage_class, sku, region, kind, commitment, quantity, units, hash)
    VALUES (p.number, p.sequence, p.booked_at, p.slice_start, p.slice_end, p.window_start,
      p.usage_class, p.sku, p.region, p.kind, p.commitment, p.quantity, p.units, chained);
    UPDATE account_book SET chain = chained WHERE number = p.number;
  END LOOP;
END $$;
DROP FUNCTION micros;

DROP TABLE event_v1, usage_slice_v1, book_cell_v1, allowance_v1, posting_v1;

CREATE TRIGGER posting_is_append_only BEFORE UPDATE OR DELETE ON posting
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
DO $$
BEGIN
  FOR part IN 0 .. 7 LOOP
    EXECUTE format('CREATE TRIGGER posting_is_kept BEFORE TRUNCATE ON %I
      EXECUTE FUNCTION refuse_change()', 'posting_p' || part);
  END LOOP;
END $$;
CREATE TRIGGER event_is_append_only BEFORE UPDATE ON event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Mended and given back to the pipeline.
ALTER TABLE quarantine ADD headers text NOT NULL DEFAULT '[]', ADD replayed_at timestamptz;
