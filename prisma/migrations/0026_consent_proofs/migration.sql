-- Consent on paper (rules.md §16): the day, the words and where the papers are, once for all customers who signed such papers.
CREATE TABLE consent_proof (
  id         serial PRIMARY KEY,
  agreed_on  date NOT NULL,
  language   varchar(8) NOT NULL,
  -- The programme's words, or else the words on the papers.
  version    integer REFERENCES consent_text (version),
  words      text,
  proof      varchar(300) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by integer NOT NULL,
  CONSTRAINT consent_proof_language CHECK (language IN ('en', 'ar')),
  CONSTRAINT consent_proof_words CHECK ((version IS NULL) <> (words IS NULL))
);
CREATE TRIGGER consent_proof_append_only BEFORE UPDATE OR DELETE ON consent_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_proof_not_truncated BEFORE TRUNCATE ON consent_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- recorded_at: the consent's own moment may be the day on a paper. NULL: recorded when it was said.
ALTER TABLE wallet_consent
  ADD COLUMN proof_id integer,
  ADD COLUMN recorded_at timestamptz(3),
  ADD CONSTRAINT wallet_consent_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES consent_proof (id) NOT VALID;

-- kind: a file of new customers, or of changes of customers who exist. consent_how: the answer for lines that do not say whether their
-- customers agreed. weighed_points: points that the start gives or opens up. counts: what the check found.
ALTER TABLE wallet_import
  ADD COLUMN kind varchar(8) NOT NULL DEFAULT 'new',
  ADD COLUMN consent_how varchar(8),
  ADD COLUMN consent_proof_id integer,
  ADD COLUMN counts_for_tiers boolean NOT NULL DEFAULT false,
  ADD COLUMN weighed_points bigint NOT NULL DEFAULT 0,
  ADD COLUMN counts jsonb,
  ADD CONSTRAINT wallet_import_consent_proof_id_fkey FOREIGN KEY (consent_proof_id) REFERENCES consent_proof (id) NOT VALID;
ALTER TABLE wallet_import ADD CONSTRAINT wallet_import_kind CHECK (kind IN ('new', 'update'));
ALTER TABLE wallet_import ADD CONSTRAINT wallet_import_consent
  CHECK (consent_how IN ('till', 'paper') AND (consent_how = 'paper') = (consent_proof_id IS NOT NULL));
