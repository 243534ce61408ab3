import type { AdminActor } from "@/lib/areas/actor";
import { type Act, administer, requireVersion } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { changeClient } from "./change-client";
import { type ClientView, lockClient, requireUnrevoked } from "./client-view";
import type { IssuedClient } from "./create-client";
import { issueSecret } from "./issue-secret";

/** How long the old secret is still accepted unless something else is asked for. */
export const OVERLAP_DAYS_DEFAULT = 7;
export const OVERLAP_DAYS_MAX = 90;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RotateClientSecretInput {
  clientId: number;
  /** The version that was read: of two who rotate at once only one does. */
  version: number;
  /** Days for which the present secret is still accepted; 0: not at all; 7 when absent. */
  overlapDays?: number | undefined;
}

/**
 * Gives a client a new secret. Its newest one stays accepted for the overlap, so that tills can be changed one by one;
 * any older one ends at once. There are never more than two.
 * @throws AdminError not_found, conflict, revoked
 */
export function rotateClientSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, version, overlapDays = OVERLAP_DAYS_DEFAULT }: RotateClientSecretInput,
): Promise<IssuedClient> {
  return administer(context, actor, "client.rotate", async (act) => {
    const present = await lockClient(act, clientId);
    requireVersion("client", present.version, version);
    requireUnrevoked(present);
    await retireSecrets(act, present, Math.min(Math.max(overlapDays, 0), OVERLAP_DAYS_MAX));
    const secret = await issueSecret(act, present);
    return { client: await changeClient(act, present, {}), secret };
  });
}

async function retireSecrets({ tx, now }: Act, { secrets }: ClientView, overlapDays: number): Promise<void> {
  const [newest, ...older] = secrets.filter(({ isLive }) => isLive);
  if (newest === undefined) return;
  const ended = overlapDays === 0 ? [newest, ...older] : older;
  await tx.apiClientSecret.updateMany({
    where: { id: { in: ended.map(({ id }) => id) } },
    data: { revokedAt: now },
  });
  if (overlapDays === 0) return;
  const end = new Date(now.getTime() + overlapDays * DAY_MS);
  // A rotation never prolongs what was about to end.
  if (newest.expiresAt === null || newest.expiresAt > end) {
    await tx.apiClientSecret.update({ where: { id: newest.id }, data: { expiresAt: end } });
  }
}
