-- What is managed here.

CREATE TABLE budget (
  id text PRIMARY KEY,
  account text NOT NULL,
  metric text NOT NULL CHECK (metric IN ('COST', 'HOURS', 'COMMITMENT')),
  amount numeric CHECK (amount > 0),
  commitment text,
  document text NOT NULL,
  CHECK ((metric = 'COMMITMENT') = (commitment IS NOT NULL)),
  CHECK ((metric = 'COMMITMENT') = (amount IS NULL))
);
CREATE INDEX budget_account ON budget (account);

CREATE TABLE webhook (
  id text PRIMARY KEY,
  account text,
  url text NOT NULL,
  events text NOT NULL,
  secret text NOT NULL,
  former_secret text,
  former_secret_until timestamptz,
  disabled_reason text
);

-- The newest picture of what is watched.

CREATE TABLE charge_copy (
  account text NOT NULL,
  period text NOT NULL,
  period_end timestamptz NOT NULL,
  sequence bigint NOT NULL,
  document text NOT NULL,
  PRIMARY KEY (account, period)
);
CREATE TABLE allowance_copy (
  account text NOT NULL,
  commitment text NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  granted numeric NOT NULL,
  drawn numeric NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (account, commitment, window_start)
);

CREATE TABLE alert (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  account text NOT NULL,
  kind text NOT NULL,
  budget text NOT NULL,
  period text NOT NULL,
  threshold numeric NOT NULL,
  used numeric NOT NULL,
  amount numeric NOT NULL,
  percent numeric NOT NULL,
  at timestamptz NOT NULL,
  -- the budget was raised and the threshold is no longer reached: it may be reached again
  rearmed boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX alert_once ON alert (budget, period, threshold) WHERE NOT rearmed;

CREATE TABLE delivery (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  webhook text NOT NULL REFERENCES webhook,
  type text NOT NULL,
  body bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_attempt_at timestamptz,
  last_result text
);
CREATE INDEX delivery_due ON delivery (next_attempt_at) WHERE state = 'PENDING';
CREATE INDEX delivery_webhook ON delivery (webhook, position);

CREATE TABLE scale_down_request (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  account text NOT NULL,
  budget text NOT NULL,
  period text NOT NULL,
  cluster text NOT NULL,
  workload text NOT NULL,
  target_gpus numeric NOT NULL CHECK (target_gpus >= floor_gpus),
  floor_gpus numeric NOT NULL CHECK (floor_gpus >= 0),
  reason text NOT NULL,
  deadline timestamptz NOT NULL,
  sequence bigint NOT NULL,
  status text NOT NULL CHECK (status IN
    ('OPEN', 'ACCEPTED', 'REFUSED', 'DONE', 'VERIFIED', 'ESCALATED', 'WITHDRAWN')),
  answered_gpus numeric,
  dry_run boolean NOT NULL,
  UNIQUE (budget, period)
);
CREATE UNIQUE INDEX scale_down_one_open ON scale_down_request (account, cluster, workload)
  WHERE status IN ('OPEN', 'ACCEPTED') AND NOT dry_run;

-- When a workload last ran in which class: reserved workloads are never asked down.
CREATE TABLE workload_seen (
  account text NOT NULL,
  workload text NOT NULL,
  usage_class text NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (account, workload, usage_class)
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
