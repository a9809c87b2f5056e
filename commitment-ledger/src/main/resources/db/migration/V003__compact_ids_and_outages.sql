-- Most ids are UUIDs, and the primary key holds each id a second time. A UUID in its usual spelling
-- is kept as the byte 1 and its sixteen bytes, any other id as its UTF-8 bytes; no id begins with
-- the byte 1, because ids hold no control characters. So both stay distinct, byte for byte.

CREATE FUNCTION event_id_bytes(id text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
      THEN '\x01'::bytea || uuid_send(id::uuid)
    ELSE convert_to(id, 'UTF8')
  END
$$;

-- The id as it was published, for whoever reads the tables.
CREATE FUNCTION event_id_text(id bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN get_byte(id, 0) = 1 THEN encode(substr(id, 2), 'hex')::uuid::text
    ELSE convert_from(id, 'UTF8')
  END
$$;

ALTER TABLE event ALTER COLUMN id TYPE bytea USING event_id_bytes(id);
ALTER TABLE correction
  ALTER COLUMN id TYPE bytea USING event_id_bytes(id),
  ALTER COLUMN corrects_id TYPE bytea USING event_id_bytes(corrects_id);
ALTER TABLE notice ALTER COLUMN id TYPE bytea USING event_id_bytes(id);
ALTER TABLE event_duplicate ALTER COLUMN id TYPE bytea USING event_id_bytes(id);

-- How many outages of the account have been passed on; each has its number.
ALTER TABLE account_book ADD outages bigint NOT NULL DEFAULT 0 CHECK (outages >= 0);

-- Outages that are known already are told now, one message each; what an outage lacks was refused at
-- the door, and one that lacks something all the same is left out.
WITH known AS (
  SELECT b.account, b.number AS book, b.posting_sequence, o.source, event_id_text(n.id) AS id,
    n.data::jsonb AS data, row_number() OVER (PARTITION BY n.book ORDER BY n.source, n.id) AS told
  FROM notice n JOIN account_book b ON b.number = n.book JOIN event_source o ON o.number = n.source
  WHERE n.kind = 'OUTAGE' AND n.data::jsonb ?& ARRAY['commitment', 'gpus', 'start', 'end']
), sent AS (
  INSERT INTO cdc.outbox (id, topic, account, payload)
  SELECT gen_random_uuid(), 'drawdown.posting.v1', account, convert_to(jsonb_build_object(
    'account', account, 'firstSequence', posting_sequence + 1, 'lastSequence', posting_sequence,
    'bookedAt', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'postings', '[]'::jsonb, 'windows', '[]'::jsonb,
    'outages', jsonb_build_array(jsonb_build_object('number', told, 'source', source, 'id', id,
      'commitment', data ->> 'commitment', 'gpus', data ->> 'gpus', 'start', data ->> 'start',
      'end', data ->> 'end')))::text, 'UTF8')
  FROM known ORDER BY account, told
)
UPDATE account_book b SET outages = k.outages
FROM (SELECT book, max(told) AS outages FROM known GROUP BY book) k WHERE b.number = k.book;
