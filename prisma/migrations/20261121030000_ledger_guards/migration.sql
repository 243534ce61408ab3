-- Points in lots are used up, never removed.
CREATE TRIGGER lot_not_deleted BEFORE DELETE OR TRUNCATE ON lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries name the version whose rates they were written at. Its texts and colour may be mended, its rates never: other
-- rates are another version.
CREATE FUNCTION segment_version_keeps_rates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'segment version % is in use: other rates need another version', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'segment_version_keeps_rates';
END $$;
CREATE TRIGGER segment_version_keeps_rates BEFORE UPDATE ON segment_version FOR EACH ROW
  WHEN ((OLD.id, OLD.segment_id, OLD.value, OLD.reward_factor, OLD.redeem_factor, OLD.redeem_threshold, OLD.bonus_points)
        IS DISTINCT FROM
        (NEW.id, NEW.segment_id, NEW.value, NEW.reward_factor, NEW.redeem_factor, NEW.redeem_threshold, NEW.bonus_points))
  EXECUTE FUNCTION segment_version_keeps_rates();
