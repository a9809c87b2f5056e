-- Books as version 1 kept them: 14 h drawn and over, one event corrected, one sent three times.
INSERT INTO account (id, name, currency, time_zone, tax_percent, billing_day, grace_hours, version)
VALUES ('acme', 'Acme', 'USD', 'UTC', 0, 1, NULL, 1), ('empty', 'Empty', 'USD', 'UTC', 0, 1, NULL, 1);
INSERT INTO account_book (account, posting_sequence) VALUES ('acme', 5), ('empty', 0);

INSERT INTO commitment (id, account, kind, starts_at, ends_at, document, version) VALUES
('K1', 'acme', 'POOL', '2026-01-01Z', '2026-02-01Z', '{"id":"K1","version":1,"account":"acme",
"kind":"POOL","skus":{"a100":"1"},"regions":[],"classes":[],"hours":"10","window":"TERM",
"start":"2026-01-01T00:00:00Z","end":"2026-02-01T00:00:00Z","priority":100,"overage":[]}', 1);

INSERT INTO event (account, source, id, kind, content, booked_at, duplicates, sku, region,
  usage_class, resource, labels, starts_at, ends_at, gpus, quantity, corrects_source, corrects_id,
  data)
VALUES
('acme', 's1', 'e1', 'USAGE', decode(repeat('01', 16), 'hex'), '2026-01-10 12:00:00.5Z', 2, 'a100',
  '', 'elastic', 'pod/1', '{"team":"a"}', '2026-01-10 10:00Z', '2026-01-10 10:00Z', NULL, 6, NULL,
  NULL, NULL),
('acme', 's1', '0190e2a4-7c31-7000-8000-00000000e201', 'USAGE', decode(repeat('02', 16), 'hex'), '2026-01-20 12:00Z', 0, 'a100', '',
  'elastic', NULL, NULL, '2026-01-20 10:00Z', '2026-01-20 11:00Z', 8, NULL, NULL, NULL, NULL),
('acme', 's2', 'c1', 'CORRECTION', decode(repeat('03', 16), 'hex'), '2026-01-21 12:00Z', 0, NULL,
  NULL, NULL, NULL, NULL, '2026-01-21 10:00Z', '2026-01-21 10:00Z', NULL, -3, 's1', '0190e2a4-7c31-7000-8000-00000000e201', NULL),
('acme', 's2', 'o1', 'OUTAGE', decode(repeat('04', 16), 'hex'), '2026-01-21 12:00Z', 0, NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"commitment":"K1","gpus":"2","start":"2026-01-21T10:00:00Z","end":"2026-01-21T11:00:00Z"}');

INSERT INTO posting (account, sequence, booked_at, slice_start, slice_end, usage_class, sku,
  region, kind, commitment, window_start, quantity, units)
VALUES
('acme', 1, '2026-01-10 12:00:00.5Z', '2026-01-10 10:00Z', '2026-01-10 11:00Z', 'elastic', 'a100',
  '', 'DRAW', 'K1', '2026-01-01Z', 21600, 21600),
('acme', 2, '2026-01-20 12:00Z', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '',
  'DRAW', 'K1', '2026-01-01Z', 14400, 14400),
('acme', 3, '2026-01-20 12:00Z', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '',
  'OVERAGE', 'K1', NULL, 14400.50, 0),
('acme', 4, '2026-01-20 12:00Z', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '',
  'OVERAGE', 'K1', NULL, -0.50, 0),
('acme', 5, '2026-01-21 12:00Z', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '',
  'OVERAGE', 'K1', NULL, -10800, 0);

INSERT INTO book_cell VALUES
('acme', '2026-01-10 10:00Z', '2026-01-10 11:00Z', 'elastic', 'a100', '', 'DRAW', 'K1',
  '2026-01-01Z', 21600, 21600),
('acme', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '', 'DRAW', 'K1',
  '2026-01-01Z', 14400, 14400),
('acme', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '', 'OVERAGE', 'K1', NULL,
  3600, 0);
INSERT INTO usage_slice VALUES
('acme', '2026-01-10 10:00Z', '2026-01-10 11:00Z', 'elastic', 'a100', '', 21600, 21600, 0, 0),
('acme', '2026-01-20 10:00Z', '2026-01-20 11:00Z', 'elastic', 'a100', '', 18000, 14400, 3600, 0);
INSERT INTO allowance VALUES ('acme', 'K1', '2026-01-01Z', '2026-02-01Z', 36000, 36000);
INSERT INTO quarantine VALUES ('t/0/1', '2026-01-01Z', 'acme', 'unreadable', '', 't', 0, 1, '\x00');
