import type { Pool } from "pg";
import { resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { SCENARIO_WALLETS, type ScenarioWalletDefinition } from "@/lib/areas/sandbox/scenarios";
import type { ScenarioName } from "@/lib/areas/sandbox/schemas";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { type LedgerAdminContext, momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { readWallets } from "@/lib/wallet/read";
import { type ClientView, lockClient, requireUnrevoked } from "./client";
import { readClient } from "./read";

/** A wallet of a sandbox as it stands. */
interface SandboxWalletView {
  id: number;
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
  scenario: ScenarioName;
  /** Its row in the sandbox's table; null for a customer of the demo data. */
  definition: ScenarioWalletDefinition | null;
  statusId: number;
  totalPoints: number;
  /** Points after a reset. */
  points: number;
  isPinLocked: boolean;
}

/** Which sandbox a test client has. @throws AdminError not_found for a client that is not for tests */
export async function sandboxOf(
  { database }: { database: Pick<WalletAdminContext["database"], "sandbox"> },
  { sandboxId }: Pick<ClientView, "sandboxId">,
): Promise<Sandbox> {
  if (sandboxId === null) throw new AdminError("not_found", { subject: "client" });
  return database.sandbox.findUniqueOrThrow({
    where: { id: sandboxId },
    select: { id: true, isDemo: true },
  });
}

/**
 * The wallets of a test client's sandbox.
 * @throws AdminError forbidden, not_found (also for a client that is not for tests)
 */
export async function readSandbox(
  context: WalletAdminContext,
  actor: AdminActor,
  clientId: number,
): Promise<{ isDemo: boolean; wallets: SandboxWalletView[] }> {
  const sandbox = await sandboxOf(context, await readClient(context, actor, clientId));
  const rows = await context.database.sandboxWallet.findMany({
    where: { sandboxId: sandbox.id },
    orderBy: { walletId: "asc" },
  });
  const ids = rows.map(({ walletId }) => Number(walletId));
  const wallets = await readWallets(context.database, ids, { ...momentOf(context), sandbox });
  return {
    isDemo: sandbox.isDemo,
    wallets: rows.flatMap(({ walletId, scenario, points, ...named }) => {
      const wallet = wallets.get(Number(walletId));
      if (wallet === undefined) return [];
      return {
        id: wallet.id,
        walletCode: named.walletCode,
        contactMsisdn: named.contactMsisdn,
        scenario: scenario as ScenarioName,
        definition: definitionOf(named.walletCode),
        statusId: wallet.statusId,
        totalPoints: wallet.balance,
        points: Number(points),
        isPinLocked: wallet.pin.kind === "locked",
      };
    }),
  };
}

const SCENARIO_CODE = /^(?:9001|T\d+-)(\d\d)$/;

function definitionOf(walletCode: string): ScenarioWalletDefinition | null {
  const suffix = SCENARIO_CODE.exec(walletCode)?.[1];
  return SCENARIO_WALLETS.find((wallet) => wallet.suffix === suffix) ?? null;
}

/**
 * Resets the sandbox of a test client, at the desk. The audit row is written first: that a person asked for it.
 * @throws AdminError forbidden, not_found (also for a client that is not for tests), revoked; DomainError 1902
 */
export async function resetClientSandbox(
  context: LedgerAdminContext & { pool: Pool },
  actor: AdminActor,
  { clientId }: { clientId: number },
): Promise<void> {
  const { sandbox, merchantId } = await administer(context, actor, "client.reset_sandbox", async (act) => {
    const client = await lockClient(act, clientId);
    requireUnrevoked(client);
    const sandbox = await sandboxOf({ database: act.tx }, client);
    const wallets = await act.tx.sandboxWallet.count({ where: { sandboxId: sandbox.id } });
    await act.record({
      subject: "client",
      subjectId: clientId,
      merchantId: client.merchantId,
      before: null,
      after: { wallets },
    });
    return { sandbox, merchantId: client.merchantId };
  });
  await resetSandbox(context, {
    sandbox,
    actor: { userId: actor.userId, merchantId, channelId: CHANNEL.adminPortal },
  });
}
