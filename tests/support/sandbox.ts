import type { Scope } from "@/lib/areas/clients/api-client";
import { createClient } from "@/lib/areas/clients/clients";
import { resetClientSandbox, sandboxOf } from "@/lib/areas/clients/sandbox";
import { scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { systemActor } from "@/lib/portal/acts/actor";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { type Api, BRANCH, unique } from "./api";

/** A test client with its sandbox, as the desk issues it. */
export interface Tester {
  clientId: number;
  secret: string;
  sandbox: Sandbox;
  /** The fields that name one of its wallets, by the end of its code. */
  wallet(suffix: string): { WalletCode: string; ContactMsisdn: string; BranchMsisdn: string };
}

export const TILL_SCOPES: readonly Scope[] = ["reward", "redeem", "refund", "cancel", "deals"];

/** What acts at the desk work with, over the services of a test. */
export function deskOf(api: Api): LedgerAdminContext & { pool: ReturnType<typeof ledgerPool> } {
  const { clock, ledger, programme } = api.services;
  return { database: prisma(), pool: ledgerPool(), clock, ledger, programme };
}

/** The system as it acts on the command line: every act is its to do. */
export async function operatorOf(api: Api) {
  const { rows } = await api.database.pool.query<{ id: number }>(
    "SELECT id FROM app_user WHERE kind = 'system'",
  );
  return systemActor(rows[0]?.id ?? 0);
}

/** Issues a client of merchant 1, for tests or not, at the services' own time. */
export async function issue(
  api: Api,
  { isTest, scopes = TILL_SCOPES }: { isTest: boolean; scopes?: readonly Scope[] },
) {
  return createClient(deskOf(api), await operatorOf(api), {
    merchantId: 1,
    name: `Maker ${unique()}`,
    scopes: [...scopes],
    isTest,
    rate: null,
  });
}

export async function issueTester(api: Api, scopes: readonly Scope[] = TILL_SCOPES): Promise<Tester> {
  const { client, secret } = await issue(api, { isTest: true, scopes });
  const clientId = client.id;
  const sandbox = await sandboxOf(deskOf(api), client);
  await resetClientSandbox(deskOf(api), await operatorOf(api), { clientId });
  return {
    clientId,
    secret,
    sandbox,
    wallet: (suffix) => ({
      WalletCode: scenarioWalletCode(sandbox, suffix),
      ContactMsisdn: formatMsisdn(scenarioMsisdn(suffix)),
      BranchMsisdn: BRANCH,
    }),
  };
}
