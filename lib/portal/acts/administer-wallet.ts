import type { AdminActor } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import { type Consent, readConsents } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import type { Moment, Wallet } from "@/lib/wallet/read";

/** An act on wallets: the {@link Moment} at which it reads them. */
export type WalletAct = Act & Moment;

/** {@link administerAgreed} for acts that read wallets. */
export function administerWallets<Result>(
  context: WalletAdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: WalletAct) => Promise<Result>,
): Promise<Result> {
  const timeZone = context.programme.timeZone();
  return administerAgreed(context, actor, action, (act) => work({ ...act, timeZone }));
}

/** A wallet after an act, with all that the desk shows: read in the act's transaction, so nothing is read after it. */
export interface AdministeredWallet extends Wallet {
  /** The last first. */
  consents: Consent[];
  /** Whether the actor's merchant knows the customer. */
  isKnown: boolean;
}

/** {@link administerWallets} for acts that answer with a wallet: what the actor is not to see of it is left out. */
export async function administerWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: WalletAct) => Promise<Wallet>,
): Promise<AdministeredWallet> {
  const wallet = await administerWallets(context, actor, action, async (act) => {
    const after = await work(act);
    // A wallet that the actor may not see is changed by no act.
    return { ...after, consents: await readConsents(act.tx, after.id), isKnown: true };
  });
  return shownTo(actor, wallet);
}

/** The wallet as this actor may see it: national ids are personal data, and only operators see more than their end. */
export function shownTo<Shown extends Wallet>({ role }: Pick<AdminActor, "role">, wallet: Shown): Shown {
  const { nid } = wallet.profile;
  if (nid === null || role === "programme_operator") return wallet;
  return { ...wallet, profile: { ...wallet.profile, nid: `…${nid.slice(-2)}` } };
}
