-- Signed summaries of all logs: of the wallets' logs what was added since the anchor before, of the others where they end.
CREATE TABLE anchor (
  number         bigint PRIMARY KEY,
  created_at     timestamptz(3) NOT NULL,
  after_entry_id bigint NOT NULL,
  entry_id       bigint NOT NULL,
  wallets        integer NOT NULL,
  root           bytea NOT NULL,
  audit_seq      bigint NOT NULL,
  audit_hash     bytea,
  security_seq   bigint NOT NULL,
  security_hash  bytea,
  previous_hash  bytea,
  hash           bytea NOT NULL,
  key_id         varchar(32) NOT NULL,
  signature      bytea NOT NULL,
  CONSTRAINT anchor_number_positive CHECK (number >= 1),
  CONSTRAINT anchor_range CHECK (entry_id >= after_entry_id AND after_entry_id >= 0),
  CONSTRAINT anchor_hashes_sha256 CHECK (length(root) = 32 AND length(hash) = 32 AND length(signature) = 64),
  CONSTRAINT anchor_continues CHECK ((number = 1) = (previous_hash IS NULL))
);
CREATE TRIGGER anchor_append_only BEFORE UPDATE OR DELETE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER anchor_not_truncated BEFORE TRUNCATE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
