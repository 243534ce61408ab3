import { DomainError } from "@/lib/ledger/rules/errors";
import { isDate, PROFILE_FIELDS, type ProfileField } from "@/lib/ledger/rules/profile";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { openReferral } from "@/lib/ledger/with/referrals/facts";
import { programmeCountry } from "@/lib/platform/country";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { maskCode } from "@/lib/platform/mask";
import { isWholeMobile } from "@/lib/platform/msisdn";
import { nationalIdProblem, plainNationalId } from "@/lib/platform/national-id";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { Act, Transaction } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  type WalletAct,
} from "@/lib/portal/acts/administer-wallet";
import { type ConsentGiven, type ConsentVia, recordConsent } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockMsisdn } from "@/lib/portal/acts/lock-msisdns";
import { walletSnapshot } from "@/lib/portal/acts/wallet-record";
import { openWallet, writePin } from "@/lib/wallet/change";
import { isWalletCodeTaken, openWalletOf } from "@/lib/wallet/facts";
import { newWalletCode } from "@/lib/wallet/new-code";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import { hashPin, type KnownOfCustomer, notePinChange, refuseCommonPin } from "./pins";

export interface EnrolWalletInput extends WalletProfileInput {
  /** One is made when absent. */
  walletCode?: string | undefined;
  /** E.164. */
  contactMsisdn: string;
  /** Another wallet is opened for a number that has an open one: a customer may have several, on purpose. */
  allowsSharedMobile?: boolean | undefined;
  /** The customer has agreed to take part and to their data being kept. Without it nothing may move. */
  hasConsented: boolean;
  /** Which words the customer agreed to, in which language; they must be the present ones. */
  consent?: ConsentGiven | undefined;
  /** Pending activation earns but does not spend; active when absent. */
  isPending?: boolean | undefined;
  redemptionEnabled?: boolean | undefined;
  /** The default segment when absent. */
  segmentId?: number | undefined;
  /** 4 to 6 Latin digits, and none that everybody tries first. */
  pin?: string | undefined;
  /** A test client's: the wallet is a test wallet of it, for ever (rules.md §14). */
  sandbox?: Sandbox | undefined;
  /** Number of the referring customer, E.164, of another person; never changed later. */
  referralMsisdn?: string | undefined;
}

/**
 * Opens a wallet for a customer and records their consent. The wallet begins with no points.
 * @throws AdminError forbidden, taken, invalid; DomainError 1207 as {@link lockForEnrolment}
 */
export async function enrolWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  { pin, ...input }: EnrolWalletInput,
): Promise<AdministeredWallet> {
  const pinHash = await hashOfPin(pin, input);
  return administerWallet(context, actor, "wallet.enrol", async (act) => {
    await requireEnrolment(act);
    await lockForEnrolment(act.tx, input);
    return openCustomersWallet(act, input, { pinHash, via: "desk" });
  });
}

/** The slow hash of a new wallet's PIN, made before anything is locked; null without one. @throws AdminError invalid */
export async function hashOfPin(pin: string | undefined, known: KnownOfCustomer): Promise<string | null> {
  if (pin === undefined) return null;
  refuseCommonPin(pin, known);
  return hashPin(pin);
}

/**
 * Cashiers open wallets only where their merchant lets them.
 * @throws AdminError forbidden
 */
export async function requireEnrolment({ tx, actor }: Act): Promise<void> {
  if (actor.role !== "cashier") return;
  const merchant = await tx.merchant.findUnique({
    where: { id: actor.merchantId ?? 0 },
    select: { cashiersMayEnrol: true },
  });
  if (merchant?.cashiersMayEnrol !== true) throw new AdminError("forbidden");
}

/**
 * Locks a number for the opening of a wallet, so that however many ask at once one of them opens it.
 * @throws DomainError 1207 when the number has an open wallet within reach, unless it may have several
 */
export async function lockForEnrolment(
  tx: Transaction,
  {
    contactMsisdn,
    allowsSharedMobile = false,
    sandbox,
  }: Pick<EnrolWalletInput, "contactMsisdn" | "allowsSharedMobile" | "sandbox">,
): Promise<void> {
  await lockMsisdn(tx, contactMsisdn);
  const taken = allowsSharedMobile ? null : await openWalletOf(tx, contactMsisdn, sandbox);
  if (taken !== null) throw new DomainError(1207, { walletCode: maskCode(taken) });
}

/**
 * A customer has a whole mobile number of a network's: a landline, or a number with a digit too few, is nobody's.
 * @throws AdminError invalid
 */
export function requireMobile(contactMsisdn: string): void {
  if (!isWholeMobile(contactMsisdn)) throw new AdminError("invalid", { field: "contactMsisdn" });
}

/** Opens a wallet in an act that is under way, with its consent, its PIN and its audit row. @throws AdminError taken, invalid */
export async function openCustomersWallet(
  act: WalletAct,
  input: Omit<EnrolWalletInput, "pin">,
  { pinHash, via }: { pinHash: string | null; via: ConsentVia },
): Promise<Wallet> {
  const { tx, actor, now, record } = act;
  const { contactMsisdn, referralMsisdn } = input;
  requireMobile(contactMsisdn);
  if (referralMsisdn === contactMsisdn) throw new AdminError("invalid", { field: "referralMsisdn" });
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
      ...(input.sandbox !== undefined && { sandboxId: input.sandbox.id }),
      profile: {
        ...profileData(input, now),
        ...defined({ referralMsisdn: input.referralMsisdn }),
        ...(input.hasConsented && { consentAt: now, consentBy: actor.userId }),
      },
    },
    now,
  );
  if (referralMsisdn !== undefined)
    await openReferral(tx, {
      ...{ walletId: id, contactMsisdn, referralMsisdn, nid: input.nid ?? null },
      ...{ now, enrolledBy: actor.userId },
    });
  if (input.hasConsented) await recordConsent(act, id, { isGiven: true, consent: input.consent, via });
  if (pinHash !== null) {
    await writePin(tx, { walletId: id, hash: pinHash, now, setBy: actor.userId });
    await notePinChange(tx, { walletId: id, changedBy: actor.userId, at: now });
  }
  const wallet = await readWallet(tx, { walletCode }, { ...act, sandbox: input.sandbox });
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

/** Fields of a wallet's owner; absent ones stay as they are, null takes one away. Dates are ISO dates. */
export type WalletProfileInput = { [Field in ProfileField]?: string | null | undefined };

type ProfileData = Pick<Prisma.WalletProfileUncheckedCreateInput, ProfileField>;

/**
 * The written columns of a customer's profile.
 * @param before what is known of the customer already
 * @throws AdminError invalid: a day of birth that is still to come; an id that is none of the programme's country, or says another
 * day of birth
 */
export function profileData(
  input: WalletProfileInput,
  now: Date,
  before: { nid: string | null; birthDate: string | null } = { nid: null, birthDate: null },
): ProfileData {
  if (isStillToCome(input.birthDate, now)) throw new AdminError("invalid", { field: "birthDate" });
  const nid = typeof input.nid === "string" ? plainNationalId(input.nid) : input.nid;
  if (nid) {
    const { birthDate = before.birthDate } = input;
    const today = now.toISOString().slice(0, 10);
    if (nationalIdProblem(nid, { country: programmeCountry(), birthDate, today }) !== null)
      throw new AdminError("invalid", { field: "nid" });
  }
  const fields = PROFILE_FIELDS.map((field) => [field, stored(field, field === "nid" ? nid : input[field])]);
  return defined(Object.fromEntries(fields) as ProfileData);
}

function stored(field: ProfileField, value: string | null | undefined): string | Date | null | undefined {
  return typeof value === "string" && isDate(field) ? new Date(value) : value;
}

/** Somewhere on earth it is a day later already. */
function isStillToCome(day: string | null | undefined, now: Date): boolean {
  return typeof day === "string" && Date.parse(day) > now.getTime() + 14 * 60 * 60_000;
}
