import type { CONSENT_ANSWERS, ImportKind } from "./words";

/** An import while it is carried out. */
export interface CarriedImport {
  state: string;
  kind: ImportKind;
  cursor_line: number;
  created_by: number;
  merchant_id: number | null;
  allows_shared_mobile: boolean;
  counts_for_tiers: boolean;
  consent_how: (typeof CONSENT_ANSWERS)[number] | null;
  consent_proof_id: number | null;
  /** ISO date of the proof. */
  agreed_on: string | null;
}

/** SQL of {@link CarriedImport}. */
export const IMPORT = `
SELECT i.*, (SELECT p.agreed_on::text FROM consent_proof p WHERE p.id = i.consent_proof_id) AS agreed_on
  FROM wallet_import i WHERE i.id = $1`;
