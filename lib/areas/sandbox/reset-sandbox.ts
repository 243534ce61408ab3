import type { Pool, PoolClient } from "pg";
import type { Actor } from "@/lib/ledger/rules/commands";
import { DomainError } from "@/lib/ledger/rules/errors";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { type Balances, WALLET_STATUS } from "@/lib/ledger/rules/types";
import { announceConfigChange } from "@/lib/platform/database/notify";
import { withSessionLock } from "@/lib/platform/session-lock";
import type { Transaction } from "@/lib/portal/acts/administer";
import { type LedgerAdminContext, momentOf } from "@/lib/portal/acts/context";
import { hashPin } from "@/lib/portal/session/password";
import { openWallet, writePin } from "@/lib/wallet/change";
import { readWallets } from "@/lib/wallet/read";
import { overwriteWallets, unlockPins } from "@/lib/wallet/rows";
import {
  SCENARIO_WALLETS,
  type ScenarioWalletDefinition,
  scenarioMsisdn,
  scenarioWalletCode,
} from "./scenarios";

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
  const readRows = () =>
    database.sandboxWallet.findMany({ where: { sandboxId: sandbox.id }, orderBy: { walletId: "asc" } });
  const isNew = await openMissing({ database, clock }, await readRows(), { sandbox, openedBy: actor.userId });
  const rows = await readRows();
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
  if (isNew) await announceConfigChange(client, { subject: "client", id: null });
  return rows.length;
}

/** Opens the wallets that a sandbox of an earlier release lacks. Returns whether there were any. */
async function openMissing(
  { database, clock }: Pick<LedgerAdminContext, "database" | "clock">,
  rows: readonly { walletCode: string }[],
  { sandbox, openedBy }: { sandbox: Sandbox; openedBy: number },
): Promise<boolean> {
  const has = new Set(rows.map(({ walletCode }) => walletCode));
  const missing = SCENARIO_WALLETS.filter(({ suffix }) => !has.has(scenarioWalletCode(sandbox, suffix)));
  if (missing.length === 0) return false;
  const opening = { pinHashes: await hashScenarioPins(), openedBy, now: clock.now() };
  await database.$transaction((tx) => openScenarioWallets(tx, sandbox, missing, opening));
  return true;
}

interface Opening {
  pinHashes: ReadonlyMap<string, string>;
  /** The user in whose name the wallets are opened. */
  openedBy: number;
  now: Date;
}

/** Hashes the PINs of a sandbox's wallets: too slow to be done in a transaction. */
export async function hashScenarioPins(): Promise<ReadonlyMap<string, string>> {
  const pins = new Set(SCENARIO_WALLETS.flatMap(({ pin }) => (pin === null ? [] : [pin])));
  return new Map(await Promise.all([...pins].map(async (pin) => [pin, await hashPin(pin)] as const)));
}

/** Opens a sandbox with the wallets of {@link SCENARIO_WALLETS}, which hold no points until it is reset (rules.md §14). */
export async function createSandbox(
  tx: Transaction,
  { isDemo = false, ...opening }: Opening & { isDemo?: boolean },
): Promise<Sandbox> {
  const { id } = await tx.sandbox.create({ data: { isDemo, createdAt: opening.now } });
  await openScenarioWallets(tx, { id, isDemo }, SCENARIO_WALLETS, opening);
  return { id, isDemo };
}

async function openScenarioWallets(
  tx: Transaction,
  { id, isDemo }: Sandbox,
  definitions: readonly ScenarioWalletDefinition[],
  { pinHashes, openedBy, now }: Opening,
): Promise<void> {
  const { id: segmentId } = await tx.segment.findFirstOrThrow({
    where: { isDefault: true },
    select: { id: true },
  });
  for (const { suffix, scenario, points, pin, customerName } of definitions) {
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
}
