import type { Sandbox } from "@/lib/ledger/core/reach";
import { WALLET_STATUS } from "@/lib/ledger/core/types";
import type { Transaction } from "@/lib/portal/acts/administer";
import { hashPassword } from "@/lib/portal/session/password";
import { openWallet, writePin } from "@/lib/wallet/change";
import { SCENARIO_WALLETS, scenarioMsisdn, scenarioWalletCode } from "./scenarios";

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
