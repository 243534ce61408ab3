import type { PostedEntry } from "@/lib/ledger/core/decision";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { noteWeighed } from "@/lib/portal/acts/administer";
import { administerWallets } from "@/lib/portal/acts/administer-wallet";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError, isAdminError } from "@/lib/portal/acts/errors";
import { type Person, readSecondPersons } from "@/lib/portal/acts/second-persons";
import { requireOpen } from "@/lib/portal/acts/wallet-record";
import { readWallet } from "@/lib/wallet/read";
import { type AdjustPointsInput, adjustPoints } from "./adjust-points";

/** How long a second person has to decide. */
export const ADJUSTMENT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export type RequestedAdjustment =
  /** Done: no second person was needed. */
  | { kind: "posted"; posted: PostedEntry }
  /** Waits for one of the `deciders`, of whom there may be none at present. */
  | { kind: "requested"; adjustmentId: number; deciders: Person[] };

/**
 * Corrects a wallet's points, or requests approval when they exceed what one person may move alone in 24 hours. The same reference again
 * does neither a second time.
 * @throws AdminError forbidden, not_found, wallet_status, invalid; what {@link adjustPoints} throws
 */
export async function requestAdjustment(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: AdjustPointsInput,
): Promise<RequestedAdjustment> {
  try {
    return { kind: "posted", posted: await adjustPoints(context, actor, input) };
  } catch (error) {
    if (!isAdminError(error) || error.code !== "approval_required") throw error;
    return { kind: "requested", ...(await keepRequest(context, actor, input)) };
  }
}

function keepRequest(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, direction, points, pocket = "spendable", reason, reference }: AdjustPointsInput,
): Promise<{ adjustmentId: number; deciders: Person[] }> {
  return administerWallets(context, actor, "wallet.adjust", async (act) => {
    const { tx, now, record } = act;
    // A request gives nothing.
    noteWeighed(act);
    const wallet = await readWallet(tx, { walletCode }, act);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    const { merchantId, userId: askedBy } = actor;
    const asked = [{ merchantId, askedBy }];
    const [deciders = []] = await readSecondPersons(tx, "wallet.approve_adjustment", asked, now);
    const key = { requestedBy: askedBy, reference };
    const known = await tx.pointAdjustment.findUnique({ where: { requestedBy_reference: key } });
    if (known !== null) {
      const asked = [known.walletId, known.direction, known.points, known.pocket, known.reason];
      const again = [BigInt(wallet.id), direction, BigInt(points), pocket, reason];
      if (asked.some((value, index) => value !== again[index]))
        throw new AdminError("invalid", { field: "points" });
      return { adjustmentId: known.id, deciders };
    }
    requireOpen(wallet);
    const { id } = await tx.pointAdjustment.create({
      data: {
        ...key,
        walletId: BigInt(wallet.id),
        merchantId,
        direction,
        pocket,
        points: BigInt(points),
        reason,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + ADJUSTMENT_DAYS * DAY_MS),
      },
    });
    await record({
      subject: "adjustment",
      subjectId: id,
      merchantId,
      before: null,
      after: { state: "requested", walletCode, direction, points, pocket, reason },
    });
    return { adjustmentId: id, deciders };
  });
}
