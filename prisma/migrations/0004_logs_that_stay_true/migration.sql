-- Where an act stands among the entries of its wallet: those up to this number came before it. Null for acts of before.
ALTER TABLE audit_log ADD COLUMN entries_before bigint;

-- The keys that sign anchors, in their order: the last one signs. Public parts only; the private ones stay outside the database.
CREATE TABLE anchor_key (
  number     integer PRIMARY KEY,
  key_id     varchar(32) NOT NULL,
  public_key varchar(100) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT anchor_key_number_positive CHECK (number >= 1)
);
CREATE UNIQUE INDEX anchor_key_key_id_key ON anchor_key (key_id);
CREATE TRIGGER anchor_key_append_only BEFORE UPDATE OR DELETE ON anchor_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER anchor_key_not_truncated BEFORE TRUNCATE ON anchor_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
