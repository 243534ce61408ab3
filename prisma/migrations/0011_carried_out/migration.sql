-- A second person's approval carries the act out: the request as it was sent, until it is decided, and why the act could not be done.
ALTER TABLE point_adjustment
  ADD COLUMN request jsonb,
  ADD COLUMN failure jsonb,
  DROP CONSTRAINT point_adjustment_state,
  ADD CONSTRAINT point_adjustment_state CHECK (
    state IN ('requested', 'approved', 'refused', 'withdrawn', 'expired', 'failed')) NOT VALID,
  ADD CONSTRAINT point_adjustment_failure CHECK ((state = 'failed') = (failure IS NOT NULL)) NOT VALID,
  DROP CONSTRAINT point_adjustment_second_person,
  ADD CONSTRAINT point_adjustment_second_person CHECK (
    state NOT IN ('approved', 'refused', 'failed') OR decided_by <> requested_by) NOT VALID;
