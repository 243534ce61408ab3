import type { Pool } from "pg";
import type { Actor, PinCheck } from "@/lib/ledger/rules/commands";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { ensurePinCaller } from "@/lib/ledger/with/pin/callers";
import { lockOf, NO_MERCHANT } from "@/lib/ledger/with/pin/rule";
import type { Clock } from "@/lib/platform/clock";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { noteWeighed, type Transaction } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  administerWallets,
  type WalletAct,
} from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree } from "@/lib/portal/acts/second-person";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import { renewedHash, hashPin as slowHash, verifyPin } from "@/lib/portal/session/password";
import { removePin, writePin } from "@/lib/wallet/change";
import { readStoredPin, replacePinHash } from "@/lib/wallet/facts";
import { asPooled, type Wallet } from "@/lib/wallet/read";
import { isEasyPin } from "./easy-pin";

const PIN_OF_CARD = {
  en: "This is a card of a family: it pays with the main wallet's PIN. Set the PIN there",
  ar: "هذا كارت ضمن عائلة، ويُدفع به بالرقم السري للمحفظة الرئيسية. عيّن الرقم السري هناك",
};

/**
 * Gives a wallet a PIN, or another one; locks and counts of wrong ones end. The PIN itself is kept nowhere. The person who sets it does not
 * redeem with it for a day, and above the programme's limit a second person approves (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, wallet_status, invalid, validation (a family's card: the main wallet's PIN is asked)
 */
export async function setWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, pin }: { walletCode: string; pin: string },
): Promise<AdministeredWallet> {
  const hash = await hashPin(pin);
  return administerWallet(context, actor, "wallet.set_pin", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    if (wallet.family?.role === "card") throw new AdminError("validation", { fields: { pin: PIN_OF_CARD } });
    const { contactMsisdn } = wallet;
    refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: wallet.profile.birthDate });
    const approvedBy = await requireMayOpen(act, wallet, "set");
    await notePinChange(act.tx, { walletId: BigInt(wallet.id), changedBy: actor.userId, at: act.now });
    await writePin(act.tx, { walletId: BigInt(wallet.id), hash, now: act.now, setBy: actor.userId });
    return changeWallet(act, wallet, {
      unseen: {
        credentials: wallet.hasPin ? "replaced" : "set",
        ...(approvedBy !== null && { approvedBy }),
      },
    });
  });
}

/**
 * Takes a wallet's PIN away: it redeems without one from now on. A wallet without a PIN stays as it is. The person who takes it away does
 * not redeem from the wallet for a day, and above the programme's limit a second person approves.
 * @throws AdminError second_person, forbidden, not_found, wallet_status
 */
export function clearWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode }: { walletCode: string },
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.clear_pin", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    if (!wallet.hasPin) return wallet;
    const approvedBy = await requireMayOpen(act, wallet, "clear");
    await notePinChange(act.tx, { walletId: BigInt(wallet.id), changedBy: actor.userId, at: act.now });
    await removePin(act.tx, BigInt(wallet.id));
    return changeWallet(act, wallet, {
      unseen: { credentials: "cleared", ...(approvedBy !== null && { approvedBy }) },
    });
  });
}

/**
 * Gives a wallet its first PIN, as the customer chose it on the display of the actor's till. Until it proves who pays (rules.md §9) it opens
 * nothing that the wallet did not allow without one, so nobody approves it. Returns whether the wallet had points.
 * @throws AdminError forbidden, not_found, wallet_status, invalid (a PIN that is tried first), conflict (the wallet has a PIN, or is a card)
 */
export async function chooseWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, pin }: { walletCode: string; pin: string },
): Promise<{ hadPoints: boolean }> {
  const hash = await hashPin(pin);
  return administerWallets(context, actor, "wallet.choose_pin", async (act) => {
    const { tx, now } = act;
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    const { id, version, contactMsisdn, profile } = wallet;
    if (wallet.hasPin || wallet.family?.role === "card")
      throw new AdminError("conflict", { subject: "wallet", version });
    refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: profile.birthDate });
    const { pinSetterHours } = await tx.programme.findFirstOrThrow({ select: { pinSetterHours: true } });
    const provesFrom = new Date(now.getTime() + pinSetterHours * 3_600_000);
    await writePin(tx, { walletId: BigInt(id), hash, now, setBy: actor.userId, provesFrom });
    noteWeighed(act);
    await changeWallet(act, wallet, { unseen: { credentials: "chosen" } });
    const { balance, suspended } = asPooled(wallet);
    return { hadPoints: balance + suspended > 0 };
  });
}

/** Compares a PIN with a wallet's. */
export interface PinReader {
  /**
   * Compares nothing, and costs no hash, for a wallet that does not exist, is out of the caller's reach (`sandbox` of a test
   * client), has another mobile number (E.164, where one is given) or no PIN: the ledger says what that means. `actor` is who
   * typed the PIN.
   */
  check(
    wallet: { walletCode: string; contactMsisdn?: string | undefined; sandbox?: Sandbox | undefined },
    pin: string | undefined,
    actor: Pick<Actor, "userId" | "merchantId">,
  ): Promise<PinCheck>;
}

// Should the ledger find a PIN to compare after all, this is stale and the check is made again.
const NO_VERSION = 0;

/**
 * Checks PINs against their slow hashes, before the wallet is locked: hashing takes longer than a lock may be held. The
 * verdict, and the count of wrong attempts, are the ledger's, under the lock.
 */
export function createPinReader({ pool, clock }: { pool: Pool; clock: Clock }): PinReader {
  return {
    check: async (wallet, pin, { userId, merchantId }) => {
      if (pin === undefined) return { kind: "absent" };
      const stored = await readStoredPin(pool, wallet, wallet.sandbox);
      await ensurePinCaller(pool, userId);
      // A locked PIN is refused whatever was typed: not worth the work of hashing.
      const isLocked = stored !== null && (lockOf(stored, merchantId ?? NO_MERCHANT) ?? 0) > clock.now();
      if (stored === null || isLocked) return { kind: "checked", pinVersion: NO_VERSION, correct: false };
      const correct = await verifyPin(stored.hash, pin);
      const newHash = correct ? await renewedHash(pool, stored.hash, pin) : null;
      if (newHash !== null) await replacePinHash(pool, stored, newHash);
      return { kind: "checked", pinVersion: stored.version, correct };
    },
  };
}

/**
 * Counts the points that a new PIN, or none, opens up to whoever sets it, as moved by one person; above what one may move
 * alone in 24 hours a second one must have approved it (rules.md §16). Under the wallet's lock.
 * @returns who approved it; null when nobody had to
 * @throws AdminError second_person
 */
function requireMayOpen(act: WalletAct, wallet: Wallet, what: "set" | "clear"): Promise<number | null> {
  return agree(act, {
    kind: "pin",
    alone: { kind: "pin", reference: `${wallet.id}-${wallet.version}` },
    merchantId: act.actor.merchantId,
    walletId: wallet.id,
    points: Math.max(0, wallet.balance),
    content: [what],
    summary: { act: what },
  });
}

/** Notes who set or cleared a wallet's PIN. */
export async function notePinChange(
  tx: Pick<Transaction, "walletPinChange">,
  change: { walletId: bigint; changedBy: number; at: Date },
): Promise<void> {
  await tx.walletPinChange.create({ data: change });
}

const PIN = /^\d{4,6}$/;

/**
 * Refuses a PIN that everybody tries first.
 * @throws AdminError invalid
 */
export function refuseCommonPin(pin: string, known: KnownOfCustomer): void {
  if (isCommonPin(pin, known)) throw new AdminError("invalid", { field: "pin" });
}

/**
 * The slow hash of a PIN of 4 to 6 Latin digits. Made before the wallet is locked.
 * @throws AdminError invalid
 */
export async function hashPin(pin: string): Promise<string> {
  if (!PIN.test(pin)) throw new AdminError("invalid", { field: "pin" });
  return slowHash(pin);
}

/** Facts about a customer that others know. */
export interface KnownOfCustomer {
  /** ISO date. */
  birthDate?: string | null | undefined;
  /** E.164. */
  contactMsisdn: string;
  walletCode?: string | undefined;
}

/**
 * Whether a PIN is one that everybody tries first (rules.md §9): one digit repeated, digits in a row, a part repeated, pairs,
 * and what others know: the day or year of birth, the end of the mobile number or of the card's code. Pure.
 */
export function isCommonPin(pin: string, known: KnownOfCustomer): boolean {
  return (
    isEasyPin(pin) ||
    partsOfDay(known.birthDate ?? "").includes(pin) ||
    known.contactMsisdn.endsWith(pin) ||
    known.walletCode?.endsWith(pin) === true
  );
}

/** 1990, 1705, 0517, 170590, 051790, 900517. */
function partsOfDay(birthDate: string): string[] {
  const [, century, year, month, day] = /^(\d\d)(\d\d)-(\d\d)-(\d\d)$/.exec(birthDate) ?? [];
  if (century === undefined) return [];
  return [
    `${century}${year}`,
    `${day}${month}`,
    `${month}${day}`,
    `${day}${month}${year}`,
    `${month}${day}${year}`,
    `${year}${month}${day}`,
  ];
}
