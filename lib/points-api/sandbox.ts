import { z } from "zod";
import { REQUIREMENTS } from "@/lib/areas/certification/requirements";
import { SCENARIO_WALLETS, scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import { formatMsisdn } from "@/lib/platform/msisdn";

// Requests of a test client about its sandbox: an addition to the interface (rules.md §14).

export const SANDBOX_CODES = [1008, 1101, 1102, 1103, 1104, 1105, 1701, 1901, 1902] as const;

export const sandboxResetSchema = z
  .object({ wallets: z.int().meta({ description: "How many wallets were brought back." }) })
  .meta({ id: "SandboxReset" });

export const RESET_EXAMPLE: z.output<typeof sandboxResetSchema> = { wallets: SCENARIO_WALLETS.length };

const bilingual = (description: string) => z.object({ en: z.string(), ar: z.string() }).meta({ description });

const evidenceSchema = z
  .object({
    id: z.int().meta({ description: "Of the client's request log in the portal.", format: "int64" }),
    requestId: z.string().meta({ description: "`X-Request-Id` of the answer." }),
    at: z.iso.datetime(),
    operation: z.string().nullable(),
    code: z.int().meta({ description: "Code of its answer; 0 = success." }),
  })
  .meta({ id: "CertificationEvidence" });

const requirementSchema = z
  .object({
    name: z.string().meta({ description: "Stays the same for ever." }),
    title: bilingual("The requirement."),
    how: bilingual("How it is shown."),
    mend: bilingual("How to fix it when it is violated."),
    isOptional: z.boolean().meta({
      description: "True: a certificate is issued without it, and names it only when it was shown.",
    }),
    state: z
      .enum(["open", "met", "violated"])
      .meta({ description: "`open`: not seen yet. The last one seen counts." }),
    seenAt: z.iso.datetime().nullable(),
    requests: z.array(evidenceSchema).meta({ description: "The requests that show it." }),
    wallet: z.object({ walletCode: z.string(), contactMsisdn: z.string() }).nullable().meta({
      description:
        "The wallet of the sandbox that shows it every time; the same outcome on another one counts as well. Null: any.",
    }),
  })
  .meta({ id: "CertificationRequirement" });

const walletSchema = z
  .object({
    walletCode: z.string(),
    contactMsisdn: z.string(),
    points: z.int().meta({ description: "At the beginning, and after a reset." }),
    pinCode: z.string().nullable().meta({ description: "Null: it has none." }),
    outcome: bilingual("Outcome of requests on this wallet."),
  })
  .meta({ id: "SandboxWallet" });

/** The wallets of a sandbox as their test client is told of them. */
export function walletsOf(
  sandbox: Parameters<typeof scenarioWalletCode>[0],
): z.output<typeof walletSchema>[] {
  return SCENARIO_WALLETS.map(({ suffix, points, pin, text }) => ({
    walletCode: scenarioWalletCode(sandbox, suffix),
    contactMsisdn: formatMsisdn(scenarioMsisdn(suffix)),
    points,
    pinCode: pin,
    outcome: text,
  }));
}

export const certificationProgressSchema = z
  .object({
    met: z.int().meta({ description: "How many requirements are met, optional ones not counted." }),
    of: z
      .int()
      .meta({ description: "How many there are for the client's scopes, optional ones not counted." }),
    requirements: z.array(requirementSchema),
    wallets: z.array(walletSchema).meta({ description: "Every wallet of the sandbox." }),
  })
  .meta({ id: "CertificationProgress" });
export type CertificationProgress = z.output<typeof certificationProgressSchema>;

const DEMO = { id: 0, isDemo: true };

/** Cut after the first requirement and the first wallet. */
export const PROGRESS_EXAMPLE: CertificationProgress = {
  met: 1,
  of: REQUIREMENTS.filter(({ isOptional }) => !isOptional).length,
  requirements: REQUIREMENTS.slice(0, 1).map(({ name, suffix, title, how, mend, isOptional = false }) => ({
    name,
    title,
    how,
    mend,
    isOptional,
    state: "met",
    seenAt: "2026-11-21T11:02:35.000Z",
    requests: [
      {
        id: 91_204,
        requestId: "3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11",
        at: "2026-11-21T11:02:35.000Z",
        operation: "Reward",
        code: 0,
      },
    ],
    wallet:
      suffix === null
        ? null
        : {
            walletCode: scenarioWalletCode(DEMO, suffix),
            contactMsisdn: formatMsisdn(scenarioMsisdn(suffix)),
          },
  })),
  wallets: walletsOf(DEMO).slice(0, 1),
};
