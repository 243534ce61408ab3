import { systemClock } from "@/lib/platform/clock";
import type { Prisma } from "@/lib/platform/database/generated/client";

/** How long a code that was used could be used again, with the neighbours that a wrong clock is forgiven. */
const CODE_REUSE_MS = 5 * 60 * 1000;

/** Marks a code as used. False when it was marked already. */
export async function reserveCode(
  tx: Pick<Prisma.TransactionClient, "twoFactorCode">,
  userId: number,
  code: string,
): Promise<boolean> {
  const usedAt = systemClock.now();
  const tooOld = new Date(usedAt.getTime() - CODE_REUSE_MS);
  await tx.twoFactorCode.deleteMany({ where: { userId, usedAt: { lt: tooOld } } });
  const { count } = await tx.twoFactorCode.createMany({
    data: [{ userId, code, usedAt }],
    skipDuplicates: true,
  });
  return count === 1;
}
