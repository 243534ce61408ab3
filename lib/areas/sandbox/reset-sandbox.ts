import type { Pool, PoolClient } from "pg";
import type { Actor } from "@/lib/ledger/core/commands";
import { DomainError } from "@/lib/ledger/core/errors";
import type { Sandbox } from "@/lib/ledger/core/reach";
import { type Balances, WALLET_STATUS } from "@/lib/ledger/core/types";
import { withSessionLock } from "@/lib/platform/session-lock";
import type { Transaction } from "@/lib/portal/acts/administer";
import { type LedgerAdminContext, momentOf } from "@/lib/portal/acts/context";
import { hashPassword } from "@/lib/portal/session/password";
import { openWallet, writePin } from "@/lib/wallet/change";
import { readWallets } from "@/lib/wallet/read";
import { overwriteWallets, unlockPins } from "@/lib/wallet/rows";
import { SCENARIO_WALLETS, scenarioMsisdn, scenarioWalletCode } from "./scenarios";

const COMMENT = "Sandbox reset";
const RETRY_AFTER_SECONDS = 1;

interface ResetSandbox {
  sandbox: Sandbox;
  /** In whose name the points are adjusted. */
  actor: Pick<Actor, "userId" | "channelId" | "merchantId">;
}

/**
 * Brings the wallets of a sandbox back to their first balance and status, with PINs unlocked and first attempts forgotten
 * (rules.md §14). Points move through the ledger, as adjustments, so the log stays whole. Can be repeated, also after it
 * was interrupted. Movements that go on meanwhile count on top.
 * @returns how many wallets were reset
 * @throws DomainError 1902 while another reset of the sandbox is under way
 */
export async function resetSandbox(
  context: LedgerAdminContext & { pool: Pool },
  { sandbox, actor }: ResetSandbox,
): Promise<number> {
  const run = await withSessionLock(context.pool, ["sandbox", sandbox.id], (client) =>
    reset(context, client, { sandbox, actor }),
  );
  if (run === null) throw new DomainError(1902, {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return run;
}

async function reset(
  { database, clock, ledger, programme }: LedgerAdminContext,
  client: PoolClient,
  { sandbox, actor }: ResetSandbox,
): Promise<number> {
  const rows = await database.sandboxWallet.findMany({
    where: { sandboxId: sandbox.id },
    orderBy: { walletId: "asc" },
  });
  const ids = rows.map(({ walletId }) => Number(walletId));
  const { pointsPerEntryMax, balanceMax } = await database.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { pointsPerEntryMax: true, balanceMax: true },
  });
  await database.sandboxAttempt.deleteMany({
    where: { walletId: { in: rows.map(({ walletId }) => walletId) } },
  });
  await unlockPins(database, ids);
  // Nothing moves on a wallet that is blocked.
  await overwriteWallets(database, ids, WALLET_STATUS.active);
  const wallets = await readWallets(client, ids, { ...momentOf({ clock, programme }), sandbox });
  for (const { walletId, walletCode, points } of rows) {
    let wallet: Balances | undefined = wallets.get(Number(walletId));
    while (wallet !== undefined) {
      const { balance, suspended } = wallet;
      const fitting = Math.min(Number(points), Number(balanceMax) - suspended);
      const wanted = Math.max(fitting, Math.min(balance, 0));
      if (balance === wanted) break;
      const posted = await ledger.post({
        type: "adjust",
        walletCode,
        direction: balance < wanted ? "up" : "down",
        points: Math.min(Math.abs(wanted - balance), Number(pointsPerEntryMax)),
        pocket: "spendable",
        comment: COMMENT,
        actor: { ...actor, branchId: null, branchMsisdn: null, sandbox },
      });
      wallet = posted.wallet;
    }
  }
  for (const { walletId, statusId } of rows) {
    if (statusId !== WALLET_STATUS.active) await overwriteWallets(database, [Number(walletId)], statusId);
  }
  return rows.length;
}

/** Hashes the PINs of a sandbox's wallets: too slow to be done in a transaction. */
export async function hashScenarioPins(): Promise<ReadonlyMap<string, string>> {
  const pins = new Set(SCENARIO_WALLETS.flatMap(({ pin }) => (pin === null ? [] : [pin])));
  return new Map(await Promise.all([...pins].map(async (pin) => [pin, await hashPassword(pin)] as const)));
}

/**
 * Opens a sandbox with the wallets of {@link SCENARIO_WALLETS}, which hold no points until it is reset (rules.md §14).
 * @param opening.openedBy the user in whose name the wallets are opened
 */
export async function createSandbox(
  tx: Transaction,
  {
    isDemo = false,
    pinHashes,
    openedBy,
    now,
  }: { isDemo?: boolean; pinHashes: ReadonlyMap<string, string>; openedBy: number; now: Date },
): Promise<Sandbox> {
  const { id } = await tx.sandbox.create({ data: { isDemo, createdAt: now } });
  const { id: segmentId } = await tx.segment.findFirstOrThrow({
    where: { isDefault: true },
    select: { id: true },
  });
  for (const { suffix, scenario, points, pin, customerName } of SCENARIO_WALLETS) {
    const named = {
      walletCode: scenarioWalletCode({ id, isDemo }, suffix),
      contactMsisdn: scenarioMsisdn(suffix),
    };
    const walletId = await openWallet(
      tx,
      {
        ...named,
        statusId: WALLET_STATUS.active,
        isOptedIn: true,
        optedInAt: now,
        redemptionEnabled: true,
        segmentId,
        sandboxId: id,
        profile: { name: customerName, consentAt: now, consentBy: openedBy },
      },
      now,
    );
    const hash = pin === null ? undefined : pinHashes.get(pin);
    if (hash !== undefined) await writePin(tx, { walletId, hash, now, setBy: openedBy });
    await tx.sandboxWallet.create({ data: { walletId, sandboxId: id, ...named, scenario, points } });
  }
  return { id, isDemo };
}
