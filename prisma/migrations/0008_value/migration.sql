-- Bounds of what one person, one API client and one merchant give (rules.md §15, §24). Existing programmes have no limit more than before.
ALTER TABLE programme
  ADD COLUMN offers_approval_above bigint NOT NULL DEFAULT 100000,
  ADD COLUMN clients_need_second_person boolean NOT NULL DEFAULT true,
  ADD COLUMN client_reward_points_max integer,
  ADD COLUMN client_reversed_value_max integer,
  ADD COLUMN merchant_reward_points_max integer,
  ADD COLUMN merchant_reversed_value_max integer,
  ADD COLUMN person_coupon_value_max integer,
  ADD COLUMN referral_second_visit boolean NOT NULL DEFAULT false,
  ADD COLUMN referral_per_enroller_max integer;
ALTER TABLE programme
  ADD CONSTRAINT programme_value_limits CHECK (
    offers_approval_above BETWEEN 0 AND 1000000000000 AND client_reward_points_max BETWEEN 0 AND 2000000000
    AND client_reversed_value_max BETWEEN 0 AND 2000000000 AND merchant_reward_points_max BETWEEN 0 AND 2000000000
    AND merchant_reversed_value_max BETWEEN 0 AND 2000000000 AND person_coupon_value_max BETWEEN 0 AND 2000000000
    AND referral_per_enroller_max BETWEEN 0 AND 100000);

ALTER TABLE point_adjustment
  DROP CONSTRAINT point_adjustment_kind,
  DROP CONSTRAINT point_adjustment_asked,
  ADD CONSTRAINT point_adjustment_kind CHECK (
    kind IN ('adjust', 'merge', 'pin', 'mobile', 'make_admin', 'reset_admin', 'family', 'segment', 'client', 'offer', 'coupons', 'rules')) NOT VALID,
  ADD CONSTRAINT point_adjustment_asked CHECK (
    CASE WHEN kind = 'adjust' THEN num_nulls(wallet_id, direction, pocket, points) = 0 AND content_hash IS NULL
         ELSE octet_length(content_hash) = 32
              AND (wallet_id IS NULL OR kind NOT IN ('make_admin', 'reset_admin', 'client', 'offer', 'rules'))
              AND (wallet_id IS NOT NULL OR kind NOT IN ('merge', 'pin', 'mobile', 'family', 'segment')) END) NOT VALID;

-- What one coupon takes off a bill at most, which limits count; null: a template of before.
ALTER TABLE coupon_template
  ADD COLUMN worth integer;
ALTER TABLE coupon_template ADD CONSTRAINT coupon_template_worth CHECK (worth BETWEEN 1 AND 1000000),
  -- The number of coupons is their budget, of rewards as well.
  DROP CONSTRAINT coupon_template_reward,
  ADD CONSTRAINT coupon_template_reward CHECK (reward_hundredths_min >= 0);

-- Worth of the coupons that one person or API client used or opened again on a day.
CREATE TABLE coupon_day (
  user_id       integer NOT NULL REFERENCES app_user (id),
  business_date date NOT NULL,
  hundredths    bigint NOT NULL,
  PRIMARY KEY (user_id, business_date),
  CONSTRAINT coupon_day_hundredths CHECK (hundredths >= 0)
);

-- What was issued by hand under a reference: sent again, it is the same coupon.
CREATE TABLE coupon_reference (
  user_id      integer NOT NULL REFERENCES app_user (id),
  key          varchar(64) NOT NULL,
  request_hash bytea NOT NULL,
  coupon_id    bigint NOT NULL REFERENCES coupon (id),
  PRIMARY KEY (user_id, key),
  CONSTRAINT coupon_reference_hash CHECK (octet_length(request_hash) = 32)
);
ALTER TABLE coupon_issue ADD COLUMN reference varchar(64);
CREATE UNIQUE INDEX coupon_issue_reference_key ON coupon_issue (created_by, reference);

-- Who opened the referral, for what one of them opens in a day.
ALTER TABLE referral ADD COLUMN opened_by integer;
CREATE INDEX referral_opened_by_idx ON referral (opened_by, opened_at) WHERE opened_by IS NOT NULL;
