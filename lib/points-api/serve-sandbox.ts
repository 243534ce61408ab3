import { presentRequirement } from "@/lib/areas/certification/portal";
import { readProgress } from "@/lib/areas/certification/read-progress";
import type { ApiClient } from "@/lib/areas/clients/api-client";
import { resetSandbox } from "@/lib/areas/sandbox/reset-sandbox";
import { DomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { serveClient } from "./client-endpoint";
import { type CertificationProgress, walletsOf } from "./sandbox";

// Answers a test client about its sandbox: an addition to the interface (rules.md §14). Live clients are refused with 1103.

/** More than a maker needs, and no way to keep the service busy. */
export const SANDBOX_RATE = { name: "sandbox", perSecond: 2, burst: 10 } as const;

/** Resets the sandbox of the test client that asks: `{"wallets":20}`. Never throws. */
export function serveReset(request: Request): Promise<Response> {
  return serveClient(request, {
    name: "SandboxReset",
    rate: SANDBOX_RATE,
    answer: async (client, { clock, ledger, programme }) => {
      const { userId, merchantId } = client;
      const wallets = await resetSandbox(
        { database: prisma(), pool: portalPool(), clock, ledger, programme },
        { sandbox: sandboxOf(client), actor: { userId, merchantId, channelId: CHANNEL.posApi } },
      );
      return JSON.stringify({ wallets });
    },
  });
}

/** How far the test client that asks has come: `{"met":…,"of":…,"requirements":[…]}`. Never throws. */
export function serveCertification(request: Request): Promise<Response> {
  return serveClient(request, {
    name: "Certification",
    rate: SANDBOX_RATE,
    answer: async (client, { traffic }) => {
      const { id, scopes } = client;
      const sandbox = sandboxOf(client);
      await traffic.flush();
      const progress = await readProgress(portalPool(), { id, scopes, sandbox });
      const requirements = progress.map(presentRequirement);
      const needed = requirements.filter(({ isOptional }) => !isOptional);
      const met = needed.filter(({ state }) => state === "met").length;
      const wallets = walletsOf(sandbox);
      const told: CertificationProgress = { met, of: needed.length, requirements, wallets };
      return JSON.stringify(told);
    },
  });
}

/** @throws DomainError 1103 for a live client */
export function sandboxOf({ sandbox }: ApiClient) {
  if (sandbox === undefined) throw new DomainError(1103);
  return sandbox;
}
