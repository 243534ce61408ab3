import type { Pool } from "pg";
import { lockClient, requireUnrevoked } from "@/lib/areas/clients/client-view";
import { resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { CHANNEL } from "@/lib/ledger/core/types";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { sandboxOf } from "./read-sandbox";

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
