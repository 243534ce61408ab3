import { presentRequirement } from "@/lib/areas/certification/portal";
import { readProgress } from "@/lib/areas/certification/read-progress";
import type { ClientSandbox } from "@/lib/areas/clients/api-client";
import { resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { DomainError } from "@/lib/ledger/errors";
import { CHANNEL } from "@/lib/ledger/types";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import type { Services } from "@/lib/services";
import { identifyCaller, serveClient } from "./client-endpoint";

// What a test client asks of its sandbox: an addition to the interface (rules.md §14). Live clients are refused with 1103.

/** Resets the sandbox of the test client that asks: `{"wallets": 12}`. Never throws. */
export function serveReset(request: Request): Promise<Response> {
  return serveClient(request, "SandboxReset", async (services) => {
    const { sandbox, userId, merchantId } = await identifyTester(services, request);
    const { clock, ledger, programme } = services;
    const wallets = await resetSandbox(
      { database: prisma(), pool: portalPool(), clock, ledger, programme },
      { sandbox, actor: { userId, merchantId, channelId: CHANNEL.posApi } },
    );
    return JSON.stringify({ wallets });
  });
}

/** How far the test client that asks has come: `{"requirements":[…],"met":…,"of":…}`. Never throws. */
export function serveCertification(request: Request): Promise<Response> {
  return serveClient(request, "Certification", async (services) => {
    const client = await identifyTester(services, request);
    await services.traffic.flush();
    const progress = await readProgress(portalPool(), client);
    const requirements = progress.map(presentRequirement);
    const met = requirements.filter(({ state }) => state === "met").length;
    return JSON.stringify({ met, of: requirements.length, requirements });
  });
}

/** @throws DomainError 1101, 1102, 1103, 1104 or 1701 */
async function identifyTester(services: Services, request: Request) {
  const client = await identifyCaller(services, request);
  const { sandbox } = client;
  if (sandbox === undefined) throw new DomainError(1103);
  return { ...client, sandbox: sandbox satisfies ClientSandbox };
}
