import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, noteWeighed } from "@/lib/portal/acts/administer";
import { type ConsentOnPaper, keepProof } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { weighedPoints } from "./counts";
import { lockImport } from "./import-wallets";
import { countsOf } from "./read-imports";

/** A person's answers about a file that was checked. Absent parts stay as they are. */
export interface ImportAnswer {
  /** How the customers agreed whose lines do not say. */
  consent?: { how: "till" } | ({ how: "paper" } & ConsentOnPaper) | undefined;
  /** The points that the file brings were earned before, and count for tiers. */
  countsForTiers?: boolean | undefined;
}

/**
 * Answers the questions of a file that was checked. On paper, its start weighs the points of customers who join by it too (rules.md §24).
 * @throws AdminError forbidden, not_found, conflict, invalid
 */
export function answerImport(
  context: WalletAdminContext,
  actor: AdminActor,
  { importId, consent, countsForTiers }: ImportAnswer & { importId: number },
): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    const found = await lockImport(act.tx, actor, importId, ["checked"]);
    // The start weighs what is given.
    noteWeighed(act);
    const at = { ...act, timeZone: context.programme.timeZone() };
    const proofId = consent?.how === "paper" ? await keepProof(at, consent) : null;
    const before = { consentHow: found.consentHow, countsForTiers: found.countsForTiers };
    const after = {
      consentHow: consent?.how ?? before.consentHow,
      countsForTiers: countsForTiers ?? before.countsForTiers,
    };
    await act.tx.walletImport.update({
      where: { id: importId },
      data: {
        ...after,
        ...(consent !== undefined && { consentProofId: proofId }),
        weighedPoints: weighedPoints(
          Number(found.openingPoints),
          countsOf(found),
          after.consentHow === "paper",
        ),
      },
    });
    await act.record({
      subject: "import",
      subjectId: importId,
      merchantId: found.merchantId,
      before,
      after: { ...after, ...(proofId !== null && { proofId }) },
    });
  });
}
