import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import type { Act } from "@/lib/areas/administer";
import type { WalletAdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import { type ConsentGiven, recordConsent } from "@/lib/areas/programme/consent";
import { WALLET_STATUS } from "@/lib/ledger/types";
import { openWallet, writePin } from "@/lib/ledger/wallet-changes";
import { isWalletCodeTaken } from "@/lib/ledger/wallet-facts";
import { readWallet } from "@/lib/ledger/wallets";
import { type AdministeredWallet, administerWallet } from "./administer-wallet";
import { newWalletCode } from "./wallet-code";
import { hashPin } from "./wallet-pin";
import { profileData, type WalletProfileInput } from "./wallet-profile";
import { walletSnapshot } from "./wallet-record";

export interface EnrolWalletInput extends WalletProfileInput {
  /** One is made when absent. */
  walletCode?: string | undefined;
  /** E.164. A customer may have several wallets. */
  contactMsisdn: string;
  /** The customer has agreed to take part and to their data being kept. Without it nothing may move. */
  hasConsented: boolean;
  /** Which words the customer agreed to, in which language; they must be the present ones. */
  consent?: ConsentGiven | undefined;
  /** Pending activation earns but does not spend; active when absent. */
  isPending?: boolean | undefined;
  redemptionEnabled?: boolean | undefined;
  /** The default segment when absent. */
  segmentId?: number | undefined;
  /** 4 to 6 Latin digits. */
  pin?: string | undefined;
}

/**
 * Opens a wallet for a customer and records their consent. It begins with no points.
 * @throws AdminError forbidden, taken, invalid
 */
export async function enrolWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  { pin, ...input }: EnrolWalletInput,
): Promise<AdministeredWallet> {
  const pinHash = pin === undefined ? null : await hashPin(pin);
  return administerWallet(context, actor, "wallet.enrol", async (act) => {
    const { tx, now, record } = act;
    const walletCode = input.walletCode ?? (await freeWalletCode(act));
    const id = await openWallet(
      tx,
      {
        walletCode,
        contactMsisdn: input.contactMsisdn,
        statusId: input.isPending ? WALLET_STATUS.pending : WALLET_STATUS.active,
        isOptedIn: input.hasConsented,
        optedInAt: input.hasConsented ? now : null,
        redemptionEnabled: input.redemptionEnabled ?? true,
        segmentId: await segmentFor(act, input.segmentId),
        profile: {
          ...profileData(input, now),
          ...(input.hasConsented && { consentAt: now, consentBy: actor.userId }),
        },
      },
      now,
    );
    if (input.hasConsented) await recordConsent(act, id, { isGiven: true, consent: input.consent });
    if (pinHash !== null) await writePin(tx, { walletId: id, hash: pinHash, now, setBy: actor.userId });
    const wallet = await readWallet(tx, { walletCode }, act);
    if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
    const { merchantId } = actor;
    await record({
      subject: "wallet",
      subjectId: walletCode,
      merchantId,
      before: null,
      after: {
        ...walletSnapshot(wallet),
        ...(input.hasConsented && { consentVersion: input.consent?.version }),
      },
    });
    return wallet;
  });
}

/** Nearly always the first one; two who draw the same at once meet at the unique index, and one is told. */
async function freeWalletCode({ tx }: Act): Promise<string> {
  for (;;) {
    const walletCode = newWalletCode();
    if (!(await isWalletCodeTaken(tx, walletCode))) return walletCode;
  }
}

/** Rates are not for everybody who opens wallets to give away. */
async function segmentFor({ tx, actor }: Act, segmentId: number | undefined): Promise<number> {
  const segment = await tx.segment.findFirst({
    where: segmentId === undefined ? { isDefault: true } : { id: segmentId },
    select: { id: true, isDefault: true },
  });
  if (segment === null) throw new AdminError("invalid", { field: "segmentId" });
  if (!segment.isDefault) requirePermission(actor, "wallet.set_segment");
  return segment.id;
}
