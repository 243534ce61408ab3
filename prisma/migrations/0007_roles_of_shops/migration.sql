-- Finance, marketing and those who only read. The constraint is checked for new rows at once and for old ones without a lock on writers.
ALTER TABLE app_user DROP CONSTRAINT app_user_role;
ALTER TABLE app_user ADD CONSTRAINT app_user_role CHECK (
  CASE kind WHEN 'portal' THEN role IN ('cashier', 'read_only', 'marketing', 'finance', 'supervisor', 'merchant_admin', 'programme_operator')
                               AND username IS NOT NULL
            ELSE role IS NULL AND username IS NULL END) NOT VALID;
ALTER TABLE app_user VALIDATE CONSTRAINT app_user_role;
