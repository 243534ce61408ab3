import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { changeClient } from "./change-client";
import { agreeToClient } from "./client-value";
import { type ClientView, lockClient, requireUnrevoked } from "./client-view";
import type { IssuedClient } from "./create-client";
import { issueSecret } from "./issue-secret";
import type { RotateClientSecretInput } from "./record";
import { ROTATION_OVERLAP_DAYS_DEFAULT, ROTATION_OVERLAP_DAYS_MAX } from "./words";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a client a new secret. Its newest one stays accepted for the overlap, so that tills can be changed one by one;
 * any older one ends at once. There are never more than two.
 * @throws AdminError second_person (rules.md §24), not_found, conflict, revoked
 */
export function rotateClientSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, overlapDays = ROTATION_OVERLAP_DAYS_DEFAULT }: RotateClientSecretInput,
): Promise<IssuedClient> {
  return administerAgreed(context, actor, "client.rotate", async (act) => {
    const present = await lockClient(act, clientId);
    requireVersion("client", present.version, version);
    requireUnrevoked(present);
    const approvedBy = await agreeToClient(act, present, { what: "rotate", content: [overlapDays] });
    await retireSecrets(act, present, overlapDays);
    const secret = await issueSecret(act, present);
    return { client: await changeClient(act, present, {}, approvedBy), secret };
  });
}

async function retireSecrets({ tx, now }: Act, { secrets }: ClientView, overlapDays: number): Promise<void> {
  const { ended, shortened } = secretsToRetire(secrets, overlapDays, now);
  await tx.apiClientSecret.updateMany({ where: { id: { in: ended } }, data: { revokedAt: now } });
  if (shortened !== null)
    await tx.apiClientSecret.update({
      where: { id: shortened.id },
      data: { expiresAt: shortened.expiresAt },
    });
}

/**
 * Which secrets end at once when a client is given another one, and which one sooner than it would have.
 * @param secrets the newest first
 */
export function secretsToRetire(
  secrets: readonly { id: number; isLive: boolean; expiresAt: Date | null }[],
  overlapDays: number,
  now: Date,
): { ended: number[]; shortened: { id: number; expiresAt: Date } | null } {
  const [newest, ...older] = secrets.filter(({ isLive }) => isLive);
  const ended = older.map(({ id }) => id);
  if (newest === undefined) return { ended, shortened: null };
  const days = Math.min(Math.max(overlapDays, 0), ROTATION_OVERLAP_DAYS_MAX);
  if (days === 0) return { ended: [newest.id, ...ended], shortened: null };
  const end = new Date(now.getTime() + days * DAY_MS);
  // A rotation never prolongs what was about to end.
  const isLonger = newest.expiresAt === null || newest.expiresAt > end;
  return { ended, shortened: isLonger ? { id: newest.id, expiresAt: end } : null };
}
