-- Requests of an hour that repeated a reference of another day: nothing moved for them, and a till may take them for sales.
ALTER TABLE api_client_hour
  ADD COLUMN late_replays bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT api_client_hour_late_replays CHECK (late_replays BETWEEN 0 AND requests) NOT VALID;
