import type { SandboxAnswer } from "@/lib/areas/sandbox/schemas";
import { portalPool } from "@/lib/platform/database/pools";
import { formatMsisdn } from "@/lib/platform/msisdn";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { sandbox } from "./contract";
import { readSandbox, resetClientSandbox as reset } from "./sandbox";

/** The test wallets of a client. Throws AdminError `forbidden`, `not_found`. */
async function presentSandbox(actor: AdminActor, clientId: number): Promise<SandboxAnswer> {
  const { isDemo, wallets } = await readSandbox(adminContext(), actor, clientId);
  return {
    isDemo,
    wallets: wallets.map(({ definition, contactMsisdn, ...wallet }) => ({
      ...wallet,
      contactMsisdn: formatMsisdn(contactMsisdn),
      text: definition?.text ?? null,
      pin: definition?.pin ?? null,
    })),
  };
}

/** Brings a client's test wallets back to where they began. Throws AdminError, DomainError 1902. */
export async function resetClientSandbox(actor: AdminActor, clientId: number): Promise<SandboxAnswer> {
  await reset({ ...adminContext(), pool: portalPool() }, actor, { clientId });
  return presentSandbox(actor, clientId);
}

export const sandboxPortal = serveContract(sandbox, {
  sandbox: ({ admin, params }) => presentSandbox(admin, params.clientId),
  resetSandbox: ({ admin, params }) => resetClientSandbox(admin, params.clientId),
});
