-- A trigger that names TRUNCATE names nothing else: some engines that distribute tables drop a trigger that joins it with row events.
-- TRUNCATE is guarded before the older trigger stops naming it, and both are in one transaction.
CREATE TRIGGER entry_not_truncated BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER idempotency_key_not_truncated BEFORE TRUNCATE ON idempotency_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_text_not_truncated BEFORE TRUNCATE ON consent_text FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_consent_not_truncated BEFORE TRUNCATE ON wallet_consent FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_not_truncated BEFORE TRUNCATE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER branch_not_truncated BEFORE TRUNCATE ON branch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merchant_not_truncated BEFORE TRUNCATE ON merchant FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER app_user_not_truncated BEFORE TRUNCATE ON app_user FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER segment_version_not_truncated BEFORE TRUNCATE ON segment_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reversal_not_truncated BEFORE TRUNCATE ON reversal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lot_not_truncated BEFORE TRUNCATE ON lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER point_adjustment_not_truncated BEFORE TRUNCATE ON point_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER idempotency_key_append_only BEFORE UPDATE OR DELETE ON idempotency_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER consent_text_append_only BEFORE UPDATE OR DELETE ON consent_text FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER wallet_consent_append_only BEFORE UPDATE OR DELETE ON wallet_consent FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER wallet_not_deleted BEFORE DELETE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER branch_not_deleted BEFORE DELETE ON branch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER merchant_not_deleted BEFORE DELETE ON merchant FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER app_user_not_deleted BEFORE DELETE ON app_user FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER segment_version_not_deleted BEFORE DELETE ON segment_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER reversal_not_deleted BEFORE DELETE ON reversal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER lot_not_deleted BEFORE DELETE ON lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER point_adjustment_not_deleted BEFORE DELETE ON point_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
