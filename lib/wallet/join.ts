import { CHANGEABLE_COLUMNS, PROFILE_FIELDS, recordColumns } from "@/lib/ledger/core/profile";

const COLUMNS = CHANGEABLE_COLUMNS.split(", ");
/** A value that is absent leaves what is known. */
const KEPT = COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, p.${column})`).join(", ");

/** SQL: the profile fields of rows that change none. */
export const NO_CHANGES = PROFILE_FIELDS.map((field) => `NULL AS "${field}"`).join(", ");

/**
 * SQL: common table expressions that change customers in the rows of an expression `asked` (id, the columns of `PROFILE_RECORD`, joins,
 * consent_at, proof_id). Null leaves a value as it is. `joins` makes the customer take part and writes their consent down, with the words
 * of the proof. The caller has locked the wallets. $2 is now, $4 whoever recorded the consent.
 */
export const changeCustomers = (via: "import" | "desk") => `
joined AS (
  UPDATE wallet w SET is_opted_in = true, opted_in_at = a.consent_at FROM asked a WHERE w.id = a.id AND a.joins),
profiles AS (
  INSERT INTO wallet_profile AS p (wallet_id, ${CHANGEABLE_COLUMNS}, consent_at, consent_by, updated_at)
  SELECT a.id, ${recordColumns("a")}, CASE WHEN a.joins THEN a.consent_at END, CASE WHEN a.joins THEN $4::int END, $2 FROM asked a
  ON CONFLICT (wallet_id) DO UPDATE
     SET ${KEPT}, consent_at = coalesce(excluded.consent_at, p.consent_at), consent_by = coalesce(excluded.consent_by, p.consent_by),
         version = p.version + 1, updated_at = excluded.updated_at),
consents AS (
  INSERT INTO wallet_consent (wallet_id, is_given, version, language, via, at, user_id, proof_id, recorded_at)
  SELECT a.id, true, x.version, x.language, '${via}', a.consent_at, $4, a.proof_id, $2
    FROM asked a LEFT JOIN consent_proof x ON x.id = a.proof_id WHERE a.joins)`;
