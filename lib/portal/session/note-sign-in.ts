import { systemClock } from "@/lib/platform/clock";
import { prisma } from "@/lib/platform/database/pools";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { rememberDevice } from "./known-devices";

/** Notes that a user has signed in, however, and remembers the device. Returns the `Set-Cookie` lines of the device. */
export async function noteSignIn(
  userId: number,
  seen: { device: string | null; address: string; userAgent: string },
): Promise<string[]> {
  await prisma().user.update({ where: { id: userId }, data: { lastActiveAt: systemClock.now() } });
  await recordSecurityEvent({
    kind: "sign_in.succeeded",
    userId,
    ipAddress: seen.address,
    userAgent: seen.userAgent,
  });
  return rememberDevice(userId, seen);
}
