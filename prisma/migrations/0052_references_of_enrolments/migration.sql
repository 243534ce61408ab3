-- A cancellation closes the reference of an enrolment as well: 15 (rules.md §7).
ALTER TABLE idempotency_key
  DROP CONSTRAINT idempotency_key_operation,
  ADD CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 15) NOT VALID;
