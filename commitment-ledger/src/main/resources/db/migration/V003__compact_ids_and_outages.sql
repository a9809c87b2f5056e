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
