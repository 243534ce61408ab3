import { createHmac } from "node:crypto";
import { systemClock } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/database/generated/client";
import { prisma } from "@/lib/platform/database/pools";
import { newSecret } from "./known-devices";
import { type Beginning, portalAuth } from "./portal-auth";

const BEGAN_WITH: Beginning = "pin";

/**
 * Makes an open session another user's. Display and age stay: a session that changes hands ends seven days after the sign-in that began it.
 * The cookie of before is worth nothing. Returns the `Set-Cookie` lines; null when it has ended meanwhile, or
 * is no longer of `fromUserId`.
 */
export async function handOverSession({
  sessionId,
  fromUserId,
  toUserId,
}: {
  sessionId: number;
  fromUserId: number;
  toUserId: number;
}): Promise<readonly string[] | null> {
  const token = newSecret();
  const { secret, authCookies, sessionConfig } = await portalAuth().$context;
  const now = systemClock.now();
  const expiresAt = new Date(now.getTime() + sessionConfig.expiresIn * 1000);
  const isHandedOver = await prisma().$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, userId: fromUserId },
      data: { userId: toUserId, token, beganWith: BEGAN_WITH, updatedAt: now, expiresAt },
    });
    // A PIN that a customer typed, or is asked for, is the business of the one before.
    const noPin = { pinWalletCode: null, pinHundredths: null, pinCheck: Prisma.DbNull, pinAt: null };
    await tx.tillDisplay.updateMany({ where: { sessionId }, data: { userId: toUserId, ...noPin } });
    await tx.user.update({ where: { id: toUserId }, data: { lastActiveAt: now } });
    return count === 1;
  });
  if (!isHandedOver) return null;
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  const { name, attributes } = authCookies.sessionToken;
  const secure = attributes.secure ? "; Secure" : "";
  const value = encodeURIComponent(`${token}.${signature}`);
  return [`${name}=${value}; Max-Age=${sessionConfig.expiresIn}; Path=/; HttpOnly${secure}; SameSite=Lax`];
}
