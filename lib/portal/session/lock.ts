import { systemClock } from "@/lib/platform/clock";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { endOf, readSession } from "./read-session";

/** Locks a session: until it is unlocked, every request that carries it is one without a session. */
export async function lockSession(sessionId: number): Promise<void> {
  await prisma().session.updateMany({ where: { id: sessionId }, data: { lockedAt: systemClock.now() } });
}

/** The locked session of the request's cookie, which is still open and its user's; null when there is none. */
export async function readLockedSession(
  headers: Headers,
): Promise<{ sessionId: number; userId: number } | null> {
  const row = await readSession(portalPool(), headers);
  const isOpen = row?.isLocked === true && row.isWelcome && endOf(row) >= systemClock.now().getTime();
  return isOpen ? { sessionId: row.sessionId, userId: row.userId } : null;
}

/** False when the session has ended, or changed hands, meanwhile. */
export async function unlockSession({
  sessionId,
  userId,
}: {
  sessionId: number;
  userId: number;
}): Promise<boolean> {
  const { count } = await prisma().session.updateMany({
    where: { id: sessionId, userId },
    data: { lockedAt: null },
  });
  return count === 1;
}
