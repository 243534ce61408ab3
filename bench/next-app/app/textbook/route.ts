import pg from "pg";
import { z } from "zod";
import { createPrismaClient } from "@/lib/platform/database/pools";
import { rewardAnswer } from "../../../contenders/answer-server";

const CONNECTIONS = 16;
const TRANSACTION_MS = 60_000;
const USER = 1;
const rewardRequest = z.object({
  WalletCode: z.string().min(1).max(32),
  PointsValue: z.number().int().min(1),
  ExternalLogId: z.string().min(1).max(64),
});

const prisma = createPrismaClient(
  new pg.Pool({ connectionString: process.env.TEXTBOOK_DATABASE_URL, max: CONNECTIONS }),
);

/**
 * A reward as the documentation of Prisma and Next.js would have it: an interactive transaction that looks for the reference,
 * locks the wallet, and writes wallet, entry and reference one after the other. The tables are the service's own, without
 * its guards.
 */
export async function POST(request: Request): Promise<Response> {
  const {
    WalletCode,
    PointsValue: points,
    ExternalLogId: reference,
  } = rewardRequest.parse(await request.json());
  const wallet = await prisma.$transaction(
    async (transaction) => {
      const seen = await transaction.idempotencyKey.findUnique({
        where: { userId_operation_key: { userId: USER, operation: 2, key: reference } },
      });
      if (seen !== null) throw new Error("Seen before");
      await transaction.$queryRaw`SELECT id FROM wallet WHERE wallet_code = ${WalletCode} FOR UPDATE`;
      const { id } = await transaction.wallet.findUniqueOrThrow({ where: { walletCode: WalletCode } });
      const [{ nextval = 0n } = {}] = await transaction.$queryRaw<
        { nextval: bigint }[]
      >`SELECT nextval('entry_id_seq')`;
      const after = await transaction.wallet.update({
        where: { id },
        data: {
          balance: { increment: points },
          accumulated: { increment: points },
          lastSeq: { increment: 1 },
          lastHash: Buffer.alloc(32),
        },
      });
      await transaction.entry.create({
        data: {
          walletId: id,
          seq: after.lastSeq,
          id: nextval,
          logTypeId: 2,
          channelId: 1,
          amount: points,
          pointsDelta: points,
          amountValue: points,
          factor: 1,
          balanceAfter: after.balance,
          accumulatedAfter: after.accumulated,
          redeemedAfter: after.redeemed,
          suspendedAfter: after.suspended,
          segmentVersionId: 1,
          userId: USER,
          createdAt: new Date(),
          lotMoves: [],
          externalLogId: reference,
          hash: Buffer.alloc(32),
        },
      });
      await transaction.idempotencyKey.create({
        data: {
          userId: USER,
          operation: 2,
          key: reference,
          walletId: id,
          entryId: nextval,
          requestHash: Buffer.alloc(32),
          createdAt: new Date(),
        },
      });
      return { logId: Number(nextval), walletId: Number(id), balance: Number(after.balance) };
    },
    { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
  );
  return new Response(rewardAnswer(wallet, { points, reference }), {
    headers: { "Content-Type": "application/json" },
  });
}
