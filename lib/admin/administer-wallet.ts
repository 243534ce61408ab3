import type { AdminActor } from "./actor";
import { type Act, administer } from "./administer";
import type { AdminContext } from "./context";
import type { AdminAction } from "./permissions";
import type { WalletRecord } from "./wallet-record";

/** {@link administer} for acts that answer with a wallet: what the actor is not to see of it is left out. */
export async function administerWallet(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: Act) => Promise<WalletRecord>,
): Promise<WalletRecord> {
  return shownTo(actor, await administer(context, actor, action, work));
}

/** The wallet as this actor may see it: national ids are personal data, and only operators see more than their end. */
export function shownTo({ role }: Pick<AdminActor, "role">, wallet: WalletRecord): WalletRecord {
  if (wallet.nid === null || role === "programme_operator") return wallet;
  return { ...wallet, nid: `…${wallet.nid.slice(-2)}` };
}
