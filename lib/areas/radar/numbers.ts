import { createHash } from "node:crypto";
import { maskMsisdn } from "@/lib/platform/mask";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireSubject } from "./people";
import type { OwnNumberChange } from "./schemas";

/** A person has a few; more are a mistake. */
const NUMBERS_MAX = 10;

/** A number without the number: the desk names by it what it takes away. */
export function numberId(msisdn: string): string {
  return createHash("sha256").update(msisdn).digest("hex").slice(0, 16);
}

/**
 * Adds a mobile number that is known to be a person's own, or takes one away. The audit log keeps its last digits.
 * @throws AdminError forbidden, not_found; invalid (msisdn)
 */
export function setOwnNumbers(
  context: AdminContext,
  actor: AdminActor,
  { userId, change }: { userId: number; change: OwnNumberChange },
): Promise<{ userId: number }> {
  return administer(context, actor, "user.set_numbers", async ({ tx, now, record }) => {
    await lockRow(tx, "user", userId);
    const { merchantId } = await requireSubject(tx, actor, userId);
    const before = await tx.staffNumber.findMany({ where: { userId }, orderBy: { msisdn: "asc" } });
    if ("add" in change) {
      const msisdn = normalizeMsisdn(change.add);
      if (msisdn === null || before.length >= NUMBERS_MAX)
        throw new AdminError("invalid", { field: "msisdn" });
      await tx.staffNumber.createMany({
        data: [{ userId, msisdn, createdBy: actor.userId, createdAt: now }],
        skipDuplicates: true,
      });
    } else {
      const gone = before
        .filter(({ msisdn }) => numberId(msisdn) === change.remove)
        .map(({ msisdn }) => msisdn);
      await tx.staffNumber.deleteMany({ where: { userId, msisdn: { in: gone } } });
    }
    const after = await tx.staffNumber.findMany({ where: { userId }, orderBy: { msisdn: "asc" } });
    const numbers = (rows: typeof after) => ({ ownNumbers: rows.map(({ msisdn }) => maskMsisdn(msisdn)) });
    await record({
      subject: "user",
      subjectId: userId,
      merchantId,
      before: numbers(before),
      after: numbers(after),
    });
    return { userId };
  });
}
