-- Coupons that are issued by themselves: on joining, on the birthday, once when a customer has not come for so many days.
ALTER TABLE coupon_template
  ADD COLUMN occasion varchar(12),
  ADD CONSTRAINT coupon_template_occasion CHECK (occasion ~ '^(joining|birthday|absence-[1-9][0-9]{0,2})$') NOT VALID;
-- Once for each customer and occasion, whatever is killed: written with the line of the issue.
CREATE TABLE coupon_occasion (
  template_id integer NOT NULL,
  wallet_id bigint NOT NULL,
  occasion varchar(20) NOT NULL,
  issue_id integer NOT NULL,
  CONSTRAINT coupon_occasion_pkey PRIMARY KEY (template_id, wallet_id, occasion),
  CONSTRAINT coupon_occasion_template_id_fkey FOREIGN KEY (template_id) REFERENCES coupon_template (id),
  CONSTRAINT coupon_occasion_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT coupon_occasion_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES coupon_issue (id)
);
