import { formatLocalDate } from "@/lib/platform/time";
import type { Act } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";

/** The words that customers agree to at present, in both languages. */
export interface ConsentText {
  version: number;
  en: string;
  ar: string;
  /** Since when they are in force. */
  since: Date;
}

/** Which words a customer agreed to, and in which language they were shown or read out. */
export interface ConsentGiven {
  version: number;
  language: "en" | "ar";
}

/** The words in force: those with the highest version. */
export async function readConsentText({
  database,
}: {
  database: Pick<AdminContext["database"], "consentText">;
}): Promise<ConsentText> {
  const text = await database.consentText.findFirstOrThrow({ orderBy: { version: "desc" } });
  return { version: text.version, en: text.textEn, ar: text.textAr, since: text.createdAt };
}

/** Consent that many customers gave on paper, as a person says. */
export interface ConsentOnPaper extends Pick<ConsentGiven, "language"> {
  /** ISO date. */
  agreedOn: string;
  /** Version of the programme's words that stand on the papers; absent for other words. */
  version?: number | undefined;
  /** The other words. */
  words?: string | undefined;
  /** Where the papers are kept, or what else proves the consent. */
  proof: string;
}

/**
 * Keeps how customers agreed on paper, once for all of them. Returns its id.
 * @throws AdminError invalid (a day that is still to come), conflict (no such words)
 */
export async function keepProof(
  { tx, actor, now, timeZone }: Pick<Act, "tx" | "actor" | "now"> & { timeZone: string },
  { agreedOn, language, version, words, proof }: ConsentOnPaper,
): Promise<number> {
  if (agreedOn > formatLocalDate(now, timeZone)) throw new AdminError("invalid", { field: "agreedOn" });
  const present = version === undefined ? null : await tx.consentText.findUnique({ where: { version } });
  if (version !== undefined && present === null)
    throw new AdminError("conflict", { subject: "programme", version });
  if (present === null && !words) throw new AdminError("invalid", { field: "words", isMissing: true });
  const { id } = await tx.consentProof.create({
    data: {
      ...{ agreedOn: new Date(agreedOn), language, proof, createdAt: now, createdBy: actor.userId },
      ...(present === null ? { words: words ?? "" } : { version: present.version }),
    },
  });
  return id;
}

/** Where it was said. Of a file of wallets it is "import". */
export type ConsentVia = "desk" | "till" | "api";

/**
 * Writes down that a customer agreed, or took it back, before whom and when. Nothing that was written down is changed.
 * @throws AdminError conflict when the words are no longer the present ones
 */
export async function recordConsent(
  { tx, actor, now }: Act,
  walletId: bigint,
  {
    isGiven,
    consent,
    via = "desk",
  }: { isGiven: boolean; consent?: ConsentGiven | undefined; via?: ConsentVia },
): Promise<void> {
  if (isGiven && consent !== undefined) {
    const { version } = await readConsentText({ database: tx });
    if (version !== consent.version) throw new AdminError("conflict", { subject: "programme", version });
  }
  await tx.walletConsent.create({
    data: {
      walletId,
      isGiven,
      version: isGiven ? (consent?.version ?? null) : null,
      language: isGiven ? (consent?.language ?? null) : null,
      via,
      at: now,
      recordedAt: now,
      userId: actor.userId,
    },
  });
}

/** A customer's consent, or its withdrawal. */
export interface Consent {
  /** The number of the receipt. */
  id: number;
  isGiven: boolean;
  at: Date;
  /** The name of whoever recorded it; "" for nobody who is known. */
  by: string;
  version: number | null;
  language: string | null;
  /** The words, in that language. */
  text: string | null;
  via: string;
  /** Proof of a consent on paper; null for one that was said. */
  proof: string | null;
}

const CONSENTS_MAX = 20;

/** The last consents of a wallet, the newest first. */
export async function readConsents(
  database: Pick<AdminContext["database"], "walletConsent" | "user">,
  walletId: number,
): Promise<Consent[]> {
  const consents = await database.walletConsent.findMany({
    where: { walletId: BigInt(walletId) },
    include: { consentText: true, proof: true },
    orderBy: { id: "desc" },
    take: CONSENTS_MAX,
  });
  const people = await database.user.findMany({
    where: { id: { in: consents.map(({ userId }) => userId) } },
    select: PERSON,
  });
  const names = new Map(people.map((user) => [user.id, personName(user)]));
  const nameOf = (userId: number) => names.get(userId) ?? "";
  return consents.map(({ id, isGiven, at, userId, version, language, consentText, via, proof }) => ({
    id: Number(id),
    isGiven,
    at,
    by: nameOf(userId),
    version,
    language,
    text: proof?.words ?? (language === "ar" ? consentText?.textAr : consentText?.textEn) ?? null,
    via,
    proof: proof?.proof ?? null,
  }));
}
