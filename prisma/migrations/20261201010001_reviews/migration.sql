-- Rules that hold a movement until somebody has looked at it (rules.md §15). All off by default.
ALTER TABLE programme
  ADD COLUMN review_own_number boolean NOT NULL DEFAULT false,
  -- Rewards by one person to one wallet within the minutes; one more is held. NULL: off.
  ADD COLUMN review_rewards_max smallint,
  ADD COLUMN review_rewards_minutes smallint NOT NULL DEFAULT 10,
  -- A redemption so soon after a reward by the same person. NULL: off.
  ADD COLUMN review_redemption_minutes smallint,
  -- Rewards outside these hours of the programme's day. NULL both: off.
  ADD COLUMN review_hours_from smallint,
  ADD COLUMN review_hours_until smallint,
  ADD CONSTRAINT programme_reviews CHECK (review_rewards_max BETWEEN 1 AND 100 AND review_rewards_minutes BETWEEN 1 AND 120
    AND review_redemption_minutes BETWEEN 1 AND 120 AND review_hours_from BETWEEN 0 AND 23 AND review_hours_until BETWEEN 0 AND 23
    AND (review_hours_from IS NULL) = (review_hours_until IS NULL) AND review_hours_from <> review_hours_until);

-- What waits for a look at the radar, beside what waits for an approval: who decides it, says why, and may do so in a case.
ALTER TABLE till_approval
  ADD COLUMN kind varchar(8) NOT NULL DEFAULT 'limit',
  ADD COLUMN note varchar(1000),
  ADD COLUMN case_id integer,
  ADD CONSTRAINT till_approval_case_id_fkey FOREIGN KEY (case_id) REFERENCES radar_case (id),
  ADD CONSTRAINT till_approval_kind CHECK (kind IN ('limit', 'review') AND (kind = 'review' OR (note IS NULL AND case_id IS NULL)));
CREATE INDEX till_approval_review_key ON till_approval (user_id, operation, key, id) WHERE kind = 'review';
