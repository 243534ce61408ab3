-- Changes of sealed rows, each with the transaction that made it and the proof of the session that it was made in. The triggers that write
-- them follow from prisma/schema.prisma and are made after the migrations (lib/platform/database/act-rows.ts).
CREATE TABLE act_row (
  id          bigserial PRIMARY KEY,
  table_name  varchar(63) NOT NULL,
  row_key     varchar(300) COLLATE "C" NOT NULL,
  transaction bigint NOT NULL,
  proof       bytea,
  at          timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX act_row_of_row_idx ON act_row (table_name, row_key);

-- Proofs of the service's sessions. A proof that no service made is a finding.
CREATE TABLE act_proof (
  proof bytea PRIMARY KEY,
  at    timestamptz(3) NOT NULL DEFAULT now()
);

-- Of the session's token, which stands in no table: nobody finds it by its proof. Null for a session without.
CREATE FUNCTION session_proof() RETURNS bytea LANGUAGE sql STABLE AS
  $$ SELECT substring(sha256(convert_to(nullif(current_setting('points.proof', true), ''), 'UTF8')) FOR 16) $$;

-- Whether the session is one of the service.
CREATE FUNCTION is_of_service() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM act_proof p WHERE p.proof = session_proof());
END $$;

-- Notes the change of a row. The arguments are the columns of its key.
CREATE FUNCTION note_act_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
  row_key text := changed ->> TG_ARGV[0];
BEGIN
  FOR n IN 1 .. TG_NARGS - 1 LOOP
    row_key := row_key || ' ' || coalesce(changed ->> TG_ARGV[n], '');
  END LOOP;
  INSERT INTO act_row (table_name, row_key, transaction, proof, at)
  VALUES (TG_TABLE_NAME, left(row_key, 300), pg_current_xact_id()::text::bigint, session_proof(), clock_timestamp());
  RETURN NULL;
END $$;

-- Removes what was sealed and is old. Changes by strangers stay.
CREATE FUNCTION forget_act_rows(up_to bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  forgotten bigint;
BEGIN
  DELETE FROM act_row a
   WHERE a.id IN (SELECT o.id FROM act_row o
                   WHERE o.id <= up_to AND o.at < clock_timestamp() - interval '30 days'
                     AND o.table_name <> 'act_proof' AND EXISTS (SELECT FROM act_proof p WHERE p.proof = o.proof)
                   ORDER BY o.id LIMIT 10000);
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END $$;
