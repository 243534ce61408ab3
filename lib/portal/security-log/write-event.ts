import type { Prisma } from "@/lib/platform/database/generated/client";
import { INSERT_EVENTS, rowOf, type SecurityEvent } from "./event";

/** Notes an event in the transaction of what it tells of: both are committed or neither. */
export async function writeSecurityEvent(
  tx: Pick<Prisma.TransactionClient, "$queryRawUnsafe">,
  event: SecurityEvent,
  at: Date,
): Promise<void> {
  await tx.$queryRawUnsafe(INSERT_EVENTS, JSON.stringify([rowOf(event, at)]));
}
