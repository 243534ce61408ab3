-- The chains of the logs that are not of wallets: each link holds the hash of one row and of the link before it. Numbers follow
-- the order in which rows were committed.
CREATE TABLE chain_link (
  chain  varchar(16) NOT NULL,
  seq    bigint NOT NULL,
  row_id bigint NOT NULL,
  hash   bytea NOT NULL,
  PRIMARY KEY (chain, seq),
  CONSTRAINT chain_link_chain CHECK (chain IN ('audit', 'security')),
  CONSTRAINT chain_link_seq_positive CHECK (seq >= 1),
  CONSTRAINT chain_link_hash_sha256 CHECK (length(hash) = 32)
);
CREATE UNIQUE INDEX chain_link_row_key ON chain_link (chain, row_id);
CREATE TRIGGER chain_link_append_only BEFORE UPDATE OR DELETE ON chain_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_link_not_truncated BEFORE TRUNCATE ON chain_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Adds the next link. Links of all chains are made one after the other: the lock is held until the transaction that adds one has
-- ended, and a statement that begins after it sees what that has committed.
CREATE FUNCTION add_chain_link(of_chain text, of_row bigint, fields text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('points-service chain', 0));
  SELECT seq, hash INTO last_seq, last_hash FROM chain_link WHERE chain = of_chain ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0) + 1;
  INSERT INTO chain_link (chain, seq, row_id, hash)
  VALUES (of_chain, last_seq, of_row,
          sha256(convert_to(array_to_json(ARRAY[last_seq::text, encode(last_hash, 'base64'), of_row::text] || fields)::text, 'UTF8')));
END $$;

-- What is hashed of an act.
CREATE FUNCTION audit_log_fields(act audit_log) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[trunc(extract(epoch FROM act.created_at) * 1000)::bigint::text, act.user_id::text, act.merchant_id::text,
               act.action, act.subject_type, act.subject_id, act.before::text, act.after::text, act.ip_address, act.request_id]
$$;

-- At the end of the transaction, when it takes no other lock any more: acts wait for each other's commit only. As the owner, so
-- that the service's role needs no right to add links.
CREATE FUNCTION chain_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_chain_link('audit', NEW.id, audit_log_fields(NEW));
  RETURN NULL;
END $$;

LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE;
DO $$
DECLARE
  act audit_log;
BEGIN
  FOR act IN SELECT * FROM audit_log ORDER BY id LOOP
    PERFORM add_chain_link('audit', act.id, audit_log_fields(act));
  END LOOP;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_log();
