import type { Pool } from "pg";
import type { Actor, RedeemCommand, RewardCommand } from "@/lib/ledger/rules/commands";
import { createLedger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import { moneyOf } from "@/lib/platform/money";
import { overwriteWallet, readWalletIds } from "@/lib/wallet/rows";
import type { World } from "./history/world";
import { KIN } from "./wallets";

/** The parent of the family, whose history is told in lib/demo/history/stories.ts. */
export const PARENT_CODE = "100015";
/** A child that shares its points, with an allowance. */
const SHARING = 0;
const CARD = 3;

/** Makes the family, and lets it earn and pay. Done again it changes nothing. */
export async function bringFamily(
  { pool, prisma, now }: { pool: Pool; prisma: PrismaClient; now: Date },
  codes: readonly string[],
  { cast }: World,
): Promise<void> {
  await prisma.$transaction((tx) => join(tx, codes));
  const [branch] = cast.branches.values();
  const userId = branch === undefined ? undefined : cast.tillUsers.get(branch.merchantId);
  if (branch === undefined || userId === undefined) throw new Error("There is no branch for the family");
  const actor: Actor = {
    userId,
    channelId: 1,
    merchantId: branch.merchantId,
    branchId: branch.id,
    branchMsisdn: branch.msisdn,
  };
  const ledger = createLedger({ pool, clock: new ManualClock(now) });
  const common = (place: number, key: string) => ({
    walletCode: codes[place] ?? "",
    actor,
    externalLogId: `FAMILY-${key}`,
    reference: { key: `FAMILY-${key}`, requestHash: key },
  });
  const earn = (place: number, key: string, value: number): RewardCommand => ({
    type: "reward",
    value: moneyOf(value),
    ...common(place, key),
  });
  const pay = (place: number, key: string, value: number): RedeemCommand => ({
    type: "redeem",
    value: moneyOf(value),
    pin: { kind: "absent" },
    ...common(place, key),
  });
  await ledger.post(earn(SHARING, "1", 420));
  await ledger.post(earn(CARD, "2", 260));
  await ledger.post(pay(SHARING, "3", 120));
  await ledger.post(earn(2, "4", 90));
  await ledger.post(earn(4, "5", 5_400));
  await ledger.drain();
}

async function join(tx: Prisma.TransactionClient, codes: readonly string[]): Promise<void> {
  const ids = await readWalletIds(tx);
  const parent = ids.get(PARENT_CODE);
  if (parent === undefined) throw new Error(`There is no wallet ${PARENT_CODE}`);
  for (const [place, { role, allowance, walletType }] of KIN.entries())
    await overwriteWallet(tx, codes[place] ?? "", {
      wallet: {
        ...(role !== null && {
          parentWalletId: parent,
          familyRole: role,
          poolWalletId: role === "own" ? null : parent,
          childAllowance: allowance === undefined ? null : BigInt(allowance),
        }),
        ...(walletType !== undefined && { walletType }),
      },
    });
}
