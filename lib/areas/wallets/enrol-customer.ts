import { ENROL_REFERENCES } from "@/lib/ledger/rules/command-facts";
import type { Reference } from "@/lib/ledger/rules/commands";
import { DomainError, type ErrorCode } from "@/lib/ledger/rules/errors";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { isReferenceClosed } from "@/lib/ledger/rules/references";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, actForClient, administer } from "@/lib/portal/acts/administer";
import type { WalletAct } from "@/lib/portal/acts/administer-wallet";
import { type ConsentGiven, readConsentText } from "@/lib/portal/acts/consent";
import { momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { readWallet, type Wallet } from "@/lib/wallet/read";
import { hashOfPin, lockForEnrolment, openCustomersWallet, requireEnrolment } from "./enrol-wallet";

/** A customer who joins at a till. */
export interface EnrolCustomerInput {
  /** "api": the actor is an API client (`clientActor`), whose scope was checked. */
  via: "api" | "till";
  /** E.164. */
  contactMsisdn: string;
  /** At the till: another wallet is opened for a number that has an open one. */
  allowsSharedMobile?: boolean | undefined;
  /** The words that the customer agreed to. By a language alone: the present ones. */
  consent: ConsentGiven | Pick<ConsentGiven, "language">;
  name?: string | undefined;
  /** ISO date. */
  birthDate?: string | undefined;
  pin?: string | undefined;
  walletCode?: string | undefined;
  referralMsisdn?: string | undefined;
  reference?: Reference | undefined;
  /** A test client's: it opens test wallets of its own, or the demo's customers (rules.md §14). */
  sandbox?: Sandbox | undefined;
  /** Known before: refused with it unless it is a retry. */
  refusalUnlessReplay?: (1110 | 1111) | null;
}

export interface EnrolledCustomer {
  /** As it stands; with `isReplay` with the points that it began with: none. */
  wallet: Wallet;
  isReplay: boolean;
}

/**
 * Opens a wallet for a customer who has agreed to the programme (rules.md §13): one for each mobile number, however many ask
 * at once, unless another one is asked for, and under a reference once however often it is sent.
 * @throws DomainError 1207 when the number has an open wallet, 1416, 1501, and `refusalUnlessReplay`; AdminError forbidden, conflict
 * (the words of the consent have changed), taken, invalid
 */
export async function enrolCustomer(
  context: WalletAdminContext,
  actor: AdminActor,
  { pin, ...input }: EnrolCustomerInput,
): Promise<EnrolledCustomer> {
  const known = await findEnrolled(context, actor, input);
  if (known !== null) return known;
  if (input.refusalUnlessReplay) throw new DomainError(input.refusalUnlessReplay satisfies ErrorCode);
  const pinHash = await hashOfPin(pin, input);
  const timeZone = context.programme.timeZone();
  const carryOut = input.via === "api" ? actForClient : administer;
  return carryOut(context, actor, "wallet.enrol", async (act) => {
    if (input.via === "till") await requireEnrolment(act);
    return enrolUnderLock({ ...act, timeZone }, input, pinHash);
  });
}

type Input = Omit<EnrolCustomerInput, "pin">;

/** A retry costs no slow hash. */
function findEnrolled(
  context: WalletAdminContext,
  { userId }: AdminActor,
  { reference, sandbox }: Input,
): Promise<EnrolledCustomer | null> {
  if (reference === undefined) return Promise.resolve(null);
  return findByReference({ tx: context.database, ...momentOf(context), sandbox }, userId, reference);
}

async function enrolUnderLock(
  act: WalletAct,
  input: Input,
  pinHash: string | null,
): Promise<EnrolledCustomer> {
  const { tx, actor, now } = act;
  const { reference, sandbox } = input;
  if (reference !== undefined) {
    // The reference is locked before the number, by everybody, so that nobody waits for a person who waits for them.
    await tx.$executeRawUnsafe(LOCK_REFERENCE, `${actor.userId} ${reference.key}`);
    const seen = await findByReference({ ...act, sandbox }, actor.userId, reference);
    if (seen !== null) return seen;
    const meant = { userId: actor.userId, space: ENROL_REFERENCES, key: reference.key } as const;
    if (await isReferenceClosed(tx, meant)) throw new DomainError(1416);
  }
  await lockForEnrolment(tx, input);
  const consent = await consentGiven(act, input);
  const wallet = await openCustomersWallet(
    act,
    { ...input, sandbox: sandbox?.isDemo ? undefined : sandbox, hasConsented: true, consent },
    { pinHash, via: input.via },
  );
  if (reference !== undefined)
    await tx.enrolmentKey.create({
      data: {
        userId: actor.userId,
        key: reference.key,
        walletId: BigInt(wallet.id),
        requestHash: Buffer.from(reference.requestHash, "base64"),
        createdAt: now,
      },
    });
  return { wallet, isReplay: false };
}

const LOCK_REFERENCE =
  "SELECT pg_advisory_xact_lock(hashtext('points-service enrol reference'), hashtext($1))";

/**
 * Id of the wallet that a reference opened; null: none. `waits`: until an enrolment with it that is being carried out has ended, which sees
 * whatever was closed before it began.
 */
export async function openedBy(
  database: WalletAdminContext["database"],
  { userId, key, waits = false }: { userId: number; key: string; waits?: boolean },
): Promise<number | null> {
  const where = { userId_key: { userId, key } };
  const seen = await (waits
    ? database.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(LOCK_REFERENCE, `${userId} ${key}`);
        return tx.enrolmentKey.findUnique({ where });
      })
    : database.enrolmentKey.findUnique({ where }));
  return seen === null ? null : Number(seen.walletId);
}

async function consentGiven({ tx }: Act, { consent }: Input): Promise<ConsentGiven> {
  if ("version" in consent) return consent;
  const { version } = await readConsentText({ database: tx });
  return { version, ...consent };
}

/** The wallet that a reference opened, as it was then; null when it opened none. @throws DomainError 1501 */
async function findByReference(
  {
    tx,
    now,
    timeZone,
    sandbox,
  }: Pick<WalletAct, "now" | "timeZone"> & {
    sandbox: Sandbox | undefined;
    tx: Pick<WalletAct["tx"], "enrolmentKey" | "$queryRawUnsafe">;
  },
  userId: number,
  { key, requestHash }: Reference,
): Promise<EnrolledCustomer | null> {
  const seen = await tx.enrolmentKey.findUnique({ where: { userId_key: { userId, key } } });
  if (seen === null) return null;
  if (Buffer.from(seen.requestHash).toString("base64") !== requestHash) throw new DomainError(1501, {});
  const wallet = await readWallet(tx, { id: Number(seen.walletId) }, { now, timeZone, sandbox });
  if (wallet === null) throw new Error(`Wallet ${seen.walletId} of an enrolment is gone`);
  return {
    wallet: {
      ...wallet,
      lots: [],
      pending: [],
      held: 0,
      balance: 0,
      accumulated: 0,
      redeemed: 0,
      suspended: 0,
    },
    isReplay: true,
  };
}
