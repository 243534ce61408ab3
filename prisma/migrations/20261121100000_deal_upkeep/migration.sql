-- Whether a deal was ever published: only one that nobody can have seen may be removed. Kept by the database, so that it holds
-- whoever writes.
ALTER TABLE deal ADD COLUMN was_published boolean NOT NULL DEFAULT false;
UPDATE deal SET was_published = true
 WHERE state <> 'draft'
    OR EXISTS (SELECT 1 FROM audit_log a WHERE a.subject_type = 'deal' AND a.subject_id = deal.id::text AND a.action = 'deal.change_state');

CREATE FUNCTION deal_remembers_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.was_published := NEW.state <> 'draft' OR (TG_OP = 'UPDATE' AND OLD.was_published);
  RETURN NEW;
END $$;
CREATE TRIGGER deal_remembers_publication BEFORE INSERT OR UPDATE ON deal FOR EACH ROW EXECUTE FUNCTION deal_remembers_publication();

CREATE FUNCTION refuse_removal_of_published_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.was_published THEN
    RAISE EXCEPTION 'Deal % was published and stays', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'deal_stays_once_published';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER deal_stays_once_published BEFORE DELETE ON deal FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_published_deal();

-- Since when a job has found the picture at no deal and no merchant; null while it is at one, or was not looked at yet.
ALTER TABLE image ADD COLUMN unused_since timestamptz(3);
CREATE INDEX deal_image_hash_idx ON deal (image_hash);
