-- Run once on a fresh server, by the local stack and by docker-compose alike.
-- Each service owns one database; the schema "cdc" holds what Debezium carries to Kafka.
-- The publication and the slot stand before the first outbox row, so none is ever missed.

CREATE ROLE drawdown LOGIN REPLICATION PASSWORD 'drawdown';

CREATE DATABASE ledger OWNER drawdown;
CREATE DATABASE billing OWNER drawdown;
CREATE DATABASE alerting OWNER drawdown;

\connect ledger
CREATE SCHEMA cdc AUTHORIZATION drawdown;
CREATE PUBLICATION drawdown_outbox FOR TABLES IN SCHEMA cdc;
SELECT pg_create_logical_replication_slot('ledger_outbox', 'pgoutput');

\connect billing
CREATE SCHEMA cdc AUTHORIZATION drawdown;
CREATE PUBLICATION drawdown_outbox FOR TABLES IN SCHEMA cdc;
SELECT pg_create_logical_replication_slot('billing_outbox', 'pgoutput');

\connect alerting
CREATE SCHEMA cdc AUTHORIZATION drawdown;
CREATE PUBLICATION drawdown_outbox FOR TABLES IN SCHEMA cdc;
SELECT pg_create_logical_replication_slot('alerting_outbox', 'pgoutput');
