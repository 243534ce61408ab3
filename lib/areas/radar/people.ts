import { createHash } from "node:crypto";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { maskMsisdn } from "@/lib/platform/mask";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person } from "@/lib/portal/acts/person";
import type { Role } from "@/lib/portal/acts/roles";
import type { OwnNumberChange } from "./schemas";

/** Roles that the radar tells a supervisor about. */
const BELOW_ADMINS = ["cashier", "supervisor"] as const satisfies readonly Role[];

/**
 * True where the radar shows the person or API client to the actor: never the actor; admins and clients not to a supervisor; a merchant's
 * people and clients to that merchant only. Pure.
 */
export function isShownTo(
  actor: Pick<AdminActor, "userId" | "role" | "merchantId">,
  person: { id: number; role: string | null; merchantId: number | null },
): boolean {
  if (person.id === actor.userId || !isOwnMerchant({ ...actor }, person.merchantId)) return false;
  return actor.role !== "supervisor" || BELOW_ADMINS.some((role) => role === person.role);
}

/** The same as a condition of a query. */
export function shownTo({
  userId,
  role,
  merchantId,
}: Pick<AdminActor, "userId" | "role" | "merchantId">): Prisma.UserWhereInput {
  return {
    id: { not: userId },
    OR: [{ kind: "portal" }, { kind: "technical", apiClient: { sandboxId: null } }],
    ...(role !== "programme_operator" && { merchantId }),
    ...(role === "supervisor" && { role: { in: [...BELOW_ADMINS] } }),
  };
}

export interface RadarSubject {
  id: number;
  name: string;
  /** Null of an API client. */
  role: Role | null;
  merchantId: number | null;
  isActive: boolean;
}

/**
 * A portal user or API client that the radar tells the actor about.
 * @throws AdminError not_found
 */
export async function requireSubject(
  database: Pick<Prisma.TransactionClient, "user">,
  actor: Pick<AdminActor, "userId" | "role" | "merchantId">,
  userId: number,
): Promise<RadarSubject> {
  const user = await database.user.findFirst({
    where: { AND: [{ id: userId }, shownTo(actor)] },
    select: { ...PERSON, role: true, merchantId: true, isActive: true },
  });
  if (user === null) throw new AdminError("not_found", { subject: "user" });
  return { ...person(user), role: user.role as Role | null };
}

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
