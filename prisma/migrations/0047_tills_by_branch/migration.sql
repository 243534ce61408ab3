-- Registered tills may be asked for by merchant and by branch, beside the programme.
ALTER TABLE merchant ADD COLUMN tills_need_registration boolean NOT NULL DEFAULT false;

-- A code that registers several devices for a branch: its hash, until when it is good, and the person who opened it.
ALTER TABLE branch
  ADD COLUMN tills_need_registration boolean NOT NULL DEFAULT false,
  ADD COLUMN till_code_hash bytea,
  ADD COLUMN till_code_expires_at timestamptz(3),
  ADD COLUMN till_code_opened_by integer,
  ADD CONSTRAINT branch_till_code CHECK (
    (till_code_hash IS NULL) = (till_code_expires_at IS NULL)
    AND (till_code_hash IS NULL) = (till_code_opened_by IS NULL)
    AND octet_length(till_code_hash) = 32) NOT VALID;

-- The till that a known device was last used as.
ALTER TABLE known_device ADD COLUMN till_id integer REFERENCES till (id) ON DELETE SET NULL;
CREATE INDEX known_device_till_id_idx ON known_device (till_id);
