-- Families: a wallet may have a parent, one level deep. An `own` child keeps its own points, a `pooled` one earns into and spends from its
-- parent's, a `card` is another code of the same person and pooled too. And what kind of wallet it is, where it is no ordinary one.
ALTER TABLE wallet
  ADD COLUMN parent_wallet_id bigint REFERENCES wallet (id),
  ADD COLUMN family_role      varchar(8),
  ADD COLUMN child_allowance  bigint,
  ADD COLUMN children_count   smallint NOT NULL DEFAULT 0,
  ADD COLUMN wallet_type      varchar(12),
  ADD COLUMN erased_at        timestamptz(3),
  ADD CONSTRAINT wallet_family CHECK (
    CASE WHEN parent_wallet_id IS NULL THEN family_role IS NULL AND pool_wallet_id IS NULL
         ELSE coalesce(family_role IN ('own', 'pooled', 'card'), false) AND parent_wallet_id <> id
              AND pool_wallet_id IS NOT DISTINCT FROM CASE WHEN family_role <> 'own' THEN parent_wallet_id END END),
  -- A parent has no parent, a child no children: the trigger below counts them on the parent's own row, so that two who join at the
  -- same time wait for each other.
  ADD CONSTRAINT wallet_family_depth CHECK (children_count >= 0 AND (parent_wallet_id IS NULL OR children_count = 0)),
  ADD CONSTRAINT wallet_family_open CHECK (status_id NOT IN (5, 6) OR parent_wallet_id IS NULL AND children_count = 0),
  ADD CONSTRAINT wallet_child_allowance CHECK (child_allowance IS NULL OR child_allowance >= 0 AND coalesce(family_role = 'pooled', false)),
  ADD CONSTRAINT wallet_type_known CHECK (wallet_type IN ('staff', 'corporate', 'test')),
  ADD CONSTRAINT wallet_erased CHECK (erased_at IS NULL OR status_id IN (5, 6));
CREATE INDEX wallet_parent_wallet_id_idx ON wallet (parent_wallet_id) WHERE parent_wallet_id IS NOT NULL;

CREATE FUNCTION wallet_counts_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.parent_wallet_id IS NOT NULL THEN
    UPDATE wallet SET children_count = children_count - 1 WHERE id = OLD.parent_wallet_id;
  END IF;
  IF NEW.parent_wallet_id IS NOT NULL THEN
    UPDATE wallet SET children_count = children_count + 1
     WHERE id = NEW.parent_wallet_id AND sandbox_id IS NOT DISTINCT FROM NEW.sandbox_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'wallet % joins a wallet of another world', NEW.id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_counts_children';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_counts_children_on_insert AFTER INSERT ON wallet FOR EACH ROW
  WHEN (NEW.parent_wallet_id IS NOT NULL) EXECUTE FUNCTION wallet_counts_children();
CREATE TRIGGER wallet_counts_children_on_update AFTER UPDATE OF parent_wallet_id ON wallet FOR EACH ROW
  WHEN (OLD.parent_wallet_id IS DISTINCT FROM NEW.parent_wallet_id) EXECUTE FUNCTION wallet_counts_children();

-- Test wallets count in no report, and reports add up entry by entry: a wallet is one from before its first entry, or never.
CREATE INDEX wallet_test_idx ON wallet (id) WHERE wallet_type = 'test';
CREATE FUNCTION wallet_keeps_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'wallet % has entries and stays what it is for reports', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_keeps_test';
END $$;
CREATE TRIGGER wallet_keeps_test BEFORE UPDATE OF wallet_type ON wallet FOR EACH ROW
  WHEN (OLD.last_seq > 0 AND (OLD.wallet_type IS NOT DISTINCT FROM 'test') <> (NEW.wallet_type IS NOT DISTINCT FROM 'test'))
  EXECUTE FUNCTION wallet_keeps_test();

ALTER TABLE programme
  ADD COLUMN children_max smallint NOT NULL DEFAULT 10,
  ADD CONSTRAINT programme_children_max CHECK (children_max BETWEEN 0 AND 100);

-- What a child did in its pool: its history, and what it has spent in a month.
CREATE INDEX entry_actor_wallet_idx ON entry (actor_wallet_id, created_at) WHERE actor_wallet_id IS NOT NULL;

-- Who joins whose points is approved by a second person.
ALTER TABLE point_adjustment
  DROP CONSTRAINT point_adjustment_kind,
  ADD CONSTRAINT point_adjustment_kind CHECK (kind IN ('adjust', 'merge', 'pin', 'mobile', 'make_admin', 'reset_admin', 'family'));
