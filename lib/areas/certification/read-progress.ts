import type { Pool } from "pg";
import { scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import type { Sandbox } from "@/lib/ledger/core/reach";
import { type Evidence, gatherEvidence, readSeen } from "./gather-evidence";
import { type Requirement, requirementsFor } from "./requirements";

/** A requirement, and what has been seen of it. */
export interface RequirementProgress {
  requirement: Requirement;
  state: "open" | "met" | "violated";
  seenAt: Date | null;
  requests: readonly Evidence[];
  /** The wallet on which it is shown; null: any. */
  wallet: { walletCode: string /** E.164. */; contactMsisdn: string } | null;
}

/** How far a test client has come, as its traffic shows until now (rules.md §14). */
export async function readProgress(
  pool: Pool,
  client: { id: number; scopes: Iterable<string>; sandbox: Sandbox },
): Promise<RequirementProgress[]> {
  await gatherEvidence(pool, [client.id]);
  const seen = await readSeen(pool, client.id);
  return requirementsFor([...client.scopes]).map((requirement) => {
    const shown = seen.get(requirement.name);
    const { suffix } = requirement;
    return {
      requirement,
      state: shown?.state ?? "open",
      seenAt: shown?.seenAt ?? null,
      requests: shown?.requests ?? [],
      wallet:
        suffix === null
          ? null
          : { walletCode: scenarioWalletCode(client.sandbox, suffix), contactMsisdn: scenarioMsisdn(suffix) },
    };
  });
}
