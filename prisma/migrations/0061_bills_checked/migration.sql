-- in steps
ALTER TABLE idempotency_key VALIDATE CONSTRAINT idempotency_key_operation;
