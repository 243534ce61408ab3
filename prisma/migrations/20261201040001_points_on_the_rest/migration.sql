-- Whether a bill earns as a whole, or what of it is not paid with points.
ALTER TABLE programme
  ADD COLUMN earned_on varchar(8) NOT NULL DEFAULT 'bill',
  ADD CONSTRAINT programme_earned_on CHECK (earned_on IN ('bill', 'rest'));

-- Payments in points that name their bill, for the report of those that came after its reward.
CREATE INDEX entry_paid_bill_idx ON entry (branch_id, created_at)
  WHERE log_type_id = 1 AND invoice_number IS NOT NULL AND offer_number IS NULL;
