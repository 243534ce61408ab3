-- The last day on which a merchant sells, in the programme's calendar; null: none is set.
ALTER TABLE merchant ADD COLUMN last_day date;

-- Days within which a customer's request about personal data is answered.
ALTER TABLE programme
  ADD COLUMN privacy_answer_days integer NOT NULL DEFAULT 6,
  ADD CONSTRAINT programme_privacy_answer_days CHECK (privacy_answer_days BETWEEN 1 AND 90) NOT VALID;

-- A person's request about their data: what they ask for, by when they get an answer, and the answer.
CREATE TABLE privacy_request (
  id serial PRIMARY KEY,
  kind varchar(12) NOT NULL,
  wallet_id bigint REFERENCES wallet (id),
  person varchar(120) NOT NULL,
  received_on date NOT NULL,
  due_on date NOT NULL,
  answer varchar(8),
  answer_note varchar(1000),
  answered_by integer REFERENCES app_user (id),
  answered_at timestamptz(3),
  created_by integer NOT NULL REFERENCES app_user (id),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT privacy_request_kind CHECK (kind IN ('file', 'correct', 'erase', 'withdraw', 'other')),
  CONSTRAINT privacy_request_due CHECK (due_on >= received_on),
  CONSTRAINT privacy_request_answer CHECK (
    num_nulls(answer, answer_note, answered_by, answered_at) IN (0, 4) AND answer IN ('done', 'refused', 'none')));
CREATE INDEX privacy_request_open_idx ON privacy_request (due_on) WHERE answer IS NULL;
CREATE INDEX privacy_request_wallet_id_idx ON privacy_request (wallet_id);
