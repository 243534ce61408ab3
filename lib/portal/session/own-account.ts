import type { Clock } from "@/lib/platform/clock";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { type AuditSnapshot, writeAudit } from "@/lib/portal/acts/audit-log";

/** Acts of users on their own way in, by their names in the audit log. */
export const OWN_ACTIONS = [
  "account.accept_invite",
  "account.use_reset_link",
  "account.change_password",
  "account.enable_two_factor",
  "account.disable_two_factor",
  "account.renew_backup_codes",
  "account.use_backup_code",
  "account.add_passkey",
  "account.remove_passkey",
] as const;
export type OwnAction = (typeof OWN_ACTIONS)[number];

/** The account, and the connection of the request. */
export interface OwnAccount {
  userId: number;
  merchantId: number | null;
  ipAddress?: string | undefined;
  requestId?: string | undefined;
}

/** The account of the user of this name, for acts of their own. */
export async function findOwnAccount(
  username: string,
  { address, requestId }: { address: string; requestId?: string | undefined },
): Promise<OwnAccount> {
  const { id: userId, merchantId } = await prisma().user.findUniqueOrThrow({
    where: { username },
    select: { id: true, merchantId: true },
  });
  return { userId, merchantId, ipAddress: address, requestId };
}

/** Long enough for two slow hashes on a busy machine. */
const TIMEOUT_MS = 15_000;

/**
 * Carries out a user's change of their own access: `work` and its audit row in one transaction, under the user's lock.
 * The audit row has `before` and `after` as `work` returns them, without secrets. Without `after` there is no row, and
 * what `work` wrote (a failed attempt) is kept.
 */
export function actOnOwnAccount<Result>(
  { database, clock }: { database: PrismaClient; clock: Clock },
  { userId, merchantId, ipAddress, requestId }: OwnAccount,
  action: OwnAction,
  work: (
    tx: Prisma.TransactionClient,
    now: Date,
  ) => Promise<{ result: Result; before?: AuditSnapshot | null; after: AuditSnapshot | null }>,
): Promise<Result> {
  return database.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
      const now = clock.now();
      const { result, before = null, after } = await work(tx, now);
      if (after === null) return result;
      const by = { userId, ipAddress, requestId };
      await writeAudit(tx, {
        action,
        subject: "user",
        subjectId: userId,
        merchantId,
        before,
        after,
        at: now,
        by,
      });
      return result;
    },
    { timeout: TIMEOUT_MS },
  );
}
