import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import type { Prisma } from "@/lib/platform/database/generated/client";
import type { Bilingual } from "@/lib/platform/language";
import { openRequest } from "@/lib/platform/personal";
import { type AdminActor, ownOf, requirePermission, type SentRequest } from "@/lib/portal/acts/actor";
import type { AskedKind } from "@/lib/portal/acts/asked-kinds";
import { whyInWords, whyOfSummary } from "@/lib/portal/acts/asked-words";
import { type AdminContext, momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { APPROVAL_HOURS } from "@/lib/portal/acts/second-person";
import {
  ableOf,
  type Decider,
  decidableAskers,
  type Person,
  readSecondPersons,
} from "@/lib/portal/acts/second-persons";
import { readWallets, type Wallet } from "@/lib/wallet/read";
import { expireAdjustments } from "./decide-adjustment";
import type { OwnWaiting } from "./schemas";
import type { ADJUSTMENT_STATES } from "./words";

type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

/** A request, with the people who may decide it. */
export interface AskedAdjustment {
  id: number;
  kind: AskedKind;
  /** An adjustment's; null for everything else. */
  direction: "up" | "down" | null;
  pocket: "spendable" | "suspended" | null;
  points: number | null;
  summary: Record<string, string | null>;
  reason: string;
  requestedBy: Person;
  requestedAt: Date;
  expiresAt: Date;
  /** Whether the approval carries it out; otherwise the asker does it then. */
  isCarriedOut: boolean;
  /** Why one person does not do it alone; null for requests of before it was kept. */
  why: Bilingual | null;
  /** While it waits, who may decide it, and from when. */
  deciders: Decider[];
  /** Whether the reader may approve or refuse it, and whether the reader may take it back. */
  mayDecide: boolean;
  mayWithdraw: boolean;
}

export interface AdjustmentView extends AskedAdjustment {
  /** Null for what is about the staff. */
  wallet: { id: number; walletCode: string; name: string | null; balance: number; suspended: number } | null;
  state: AdjustmentState;
  /** Approved, and still to be done by whoever asked. */
  isUsable: boolean;
  /** Whether the reader finishes it now, with the request as it was sent. */
  mayFinish: boolean;
  decidedBy: Person | null;
  decidedAt: Date | null;
  note: string | null;
  /** Why it could not be done though it was approved. */
  failure: Bilingual | null;
}

export interface AdjustmentPage {
  adjustments: AdjustmentView[];
  nextCursor: string | null;
}

const PAGE_SIZE = 25;
const OWN_MAX = 200;

/** Those of them that nobody has decided and that are not too old. */
function waitingOf({ clock }: Pick<AdminContext, "clock">, actor: AdminActor) {
  return { ...ownOf(actor), state: "requested", expiresAt: { gt: clock.now() } };
}

/**
 * How many adjustments wait for this actor's decision.
 * @throws AdminError forbidden
 */
export async function countWaitingAdjustments(context: AdminContext, actor: AdminActor): Promise<number> {
  requirePermission(actor, "wallet.approve_adjustment");
  return context.database.pointAdjustment.count({ where: await waitingForDecision(context, actor) });
}

async function waitingForDecision(context: AdminContext, actor: AdminActor) {
  const { clock, database } = context;
  const where = waitingOf(context, actor);
  const rows = await database.pointAdjustment.findMany({
    where,
    select: { requestedBy: true },
    distinct: ["requestedBy"],
  });
  const askers = rows.map(({ requestedBy }) => requestedBy);
  const decidable = await decidableAskers(database, actor.userId, { askers, now: clock.now() });
  return { ...where, requestedBy: { in: decidable } };
}

/**
 * The first adjustments that wait for this actor's decision, the oldest first.
 * @throws AdminError forbidden
 */
export async function firstWaitingAdjustments(
  context: AdminContext,
  actor: AdminActor,
  limit: number,
): Promise<AskedAdjustment[]> {
  requirePermission(actor, "wallet.approve_adjustment");
  const rows = await context.database.pointAdjustment.findMany({
    where: await waitingForDecision(context, actor),
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(await readAsked(context, actor, rows));
}

/** The actor's own requests that wait for another person, the oldest first: how many, and the first of them. */
export async function firstOwnRequests(
  context: AdminContext,
  actor: AdminActor,
  limit: number,
): Promise<{ count: number; requests: AskedAdjustment[] }> {
  const where = { requestedBy: actor.userId, state: "requested", expiresAt: { gt: context.clock.now() } };
  const { pointAdjustment } = context.database;
  const [count, rows] = await Promise.all([
    pointAdjustment.count({ where }),
    pointAdjustment.findMany({ where, orderBy: { id: "asc" }, take: limit }),
  ]);
  return { count, requests: rows.map(await readAsked(context, actor, rows)) };
}

/** A kept request names the record that it is about: `PATCH manage/clients/:clientId` and its parameters. */
const AREA = /^\w+ manage\/(.+?)(?:\/:|$)/;

/** The actor's own requests that wait, with the records that they are about. */
export async function ownWaiting(context: AdminContext, actor: AdminActor): Promise<OwnWaiting[]> {
  const rows = await context.database.pointAdjustment.findMany({
    where: { requestedBy: actor.userId, state: "requested", expiresAt: { gt: context.clock.now() } },
    orderBy: { id: "desc" },
    take: OWN_MAX,
  });
  const present = await readAsked(context, actor, rows);
  return rows.map((row) => {
    const { route = "", params } = (openRequest(row.request) ?? {}) as Partial<SentRequest>;
    const [recordId] = Object.values((params ?? {}) as Record<string, unknown>);
    return {
      id: row.id,
      area: AREA.exec(route)?.[1] ?? "",
      recordId: recordId === undefined ? null : String(recordId),
      deciders: present(row).deciders,
    };
  });
}

/**
 * Requests that wait for a decision on one wallet, the oldest first, as far as the actor may know of them: people who serve the customer
 * see them as well as those who decide.
 */
export async function readWaitingAdjustments(
  context: AdminContext,
  actor: AdminActor,
  wallet: { id: number } | { walletCode: string },
): Promise<AskedAdjustment[]> {
  const rows = await context.database.pointAdjustment.findMany({
    where: {
      ...waitingOf(context, actor),
      ...("id" in wallet ? { walletId: BigInt(wallet.id) } : { wallet }),
    },
    orderBy: { id: "asc" },
  });
  return rows.map(await readAsked(context, actor, rows));
}

/**
 * Adjustments that were asked for, the newest first: a merchant's admins see their merchant's, operators all.
 * @throws AdminError forbidden
 */
export async function listAdjustments(
  context: WalletAdminContext,
  actor: AdminActor,
  { state, cursor }: { state?: AdjustmentState | undefined; cursor?: string | undefined } = {},
): Promise<AdjustmentPage> {
  requirePermission(actor, "wallet.approve_adjustment");
  await expireAdjustments(context);
  const { database } = context;
  const rows = await database.pointAdjustment.findMany({
    where: {
      ...ownOf(actor),
      ...(state && { state }),
      ...(cursor !== undefined && { id: { lt: Number(cursor) } }),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    adjustments: await viewsOf(context, actor, shown),
    nextCursor: rows.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null,
  };
}

const ANSWER_DAYS = 7;

/** Decided requests of the actor in the last days, the newest first. */
export async function recentAnswers(
  context: WalletAdminContext,
  actor: AdminActor,
  limit: number,
): Promise<AdjustmentView[]> {
  const since = new Date(context.clock.now().getTime() - ANSWER_DAYS * 24 * 60 * 60 * 1000);
  const rows = await context.database.pointAdjustment.findMany({
    where: {
      requestedBy: actor.userId,
      OR: [
        { state: { in: ["approved", "refused", "failed"] }, decidedAt: { gt: since } },
        { state: "expired", expiresAt: { gt: since } },
      ],
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  return viewsOf(context, actor, rows);
}

async function viewsOf(
  context: WalletAdminContext,
  actor: AdminActor,
  shown: readonly Row[],
): Promise<AdjustmentView[]> {
  const { database } = context;
  const [asked, person, wallets] = await Promise.all([
    readAsked(context, actor, shown),
    readPeople(
      context,
      shown.flatMap(({ decidedBy }) => decidedBy ?? []),
    ),
    readWallets(
      database,
      shown.flatMap(({ walletId }) => (walletId === null ? [] : Number(walletId))),
      momentOf(context),
    ),
  ]);
  const known = await knownCustomers(database, {
    merchantId: actor.merchantId,
    walletIds: [...wallets.keys()],
  });
  return shown.map((row) => ({
    ...asked(row),
    wallet: row.walletId === null ? null : adjustedWallet(wallets.get(Number(row.walletId)), known),
    state: row.state as AdjustmentState,
    isUsable: isUsable(row, context.clock.now()),
    mayFinish: row.requestedBy === actor.userId && row.request !== null && isUsable(row, context.clock.now()),
    decidedBy: row.decidedBy === null ? null : person(row.decidedBy),
    decidedAt: row.decidedAt,
    note: row.note,
    failure: failureFor(actor, row),
  }));
}

/** The record is another one than the one that the request was made for; kept in the words for whoever asked. */
export const CHANGED_SINCE: Bilingual = {
  en: "This was changed after you asked",
  ar: "تغيّرت البيانات بعد إرسال الطلب",
};
/** The same for whoever decides. */
export const CHANGED_SINCE_REQUEST: Bilingual = {
  en: "This was changed after the request was sent",
  ar: CHANGED_SINCE.ar,
};

function failureFor({ userId }: AdminActor, { requestedBy, failure }: Row): Bilingual | null {
  const told = failure as Bilingual | null;
  return told?.en === CHANGED_SINCE.en && requestedBy !== userId ? CHANGED_SINCE_REQUEST : told;
}

type Row = Prisma.PointAdjustmentGetPayload<object>;

/** Reads whom the rows name and who may decide them; the answer tells what one of them asks for. */
async function readAsked(
  context: AdminContext,
  actor: AdminActor,
  rows: readonly Row[],
): Promise<(row: Row) => AskedAdjustment> {
  const waiting = rows.filter(({ state }) => state === "requested");
  const [person, secondPersons] = await Promise.all([
    readPeople(
      context,
      rows.map(({ requestedBy }) => requestedBy),
    ),
    readSecondPersons(
      context.database,
      "wallet.approve_adjustment",
      waiting.map(({ merchantId, requestedBy }) => ({ merchantId, askedBy: requestedBy })),
      context.clock.now(),
    ),
  ]);
  const deciders = new Map(waiting.map(({ id }, index) => [id, secondPersons[index] ?? []]));
  const mayApprove = isPermitted(actor, "wallet.approve_adjustment");
  return (row) => {
    const isWaiting = row.state === "requested";
    const isOwn = row.requestedBy === actor.userId;
    return {
      id: row.id,
      kind: row.kind as AskedKind,
      direction: row.direction as AskedAdjustment["direction"],
      pocket: row.pocket as AskedAdjustment["pocket"],
      points: row.points === null ? null : Number(row.points),
      summary: row.summary as Record<string, string | null>,
      why: whyInWords(row.kind as AskedKind, whyOfSummary(row.summary as Record<string, string | null>)),
      reason: row.reason,
      requestedBy: person(row.requestedBy),
      requestedAt: row.requestedAt,
      expiresAt: row.expiresAt,
      isCarriedOut: row.kind === "adjust" || (row.request !== null && !isAskers(row)),
      deciders: deciders.get(row.id) ?? [],
      mayDecide:
        mayApprove && isWaiting && ableOf(deciders.get(row.id) ?? []).some(({ id }) => id === actor.userId),
      mayWithdraw: mayApprove && isWaiting && isOwn,
    };
  };
}

async function readPeople(
  { database }: AdminContext,
  ids: readonly number[],
): Promise<(id: number) => Person> {
  const users = await database.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: PERSON,
  });
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  return (id) => ({ id, name: names.get(id) ?? "" });
}

const isAskers = ({ summary }: Row) => (summary as Record<string, string | null>).finishedBy === "asker";

function isUsable({ kind, state, usedAt, decidedAt }: Row, now: Date): boolean {
  const isFresh = decidedAt !== null && decidedAt.getTime() > now.getTime() - APPROVAL_HOURS * 60 * 60 * 1000;
  return kind !== "adjust" && state === "approved" && usedAt === null && isFresh;
}

function adjustedWallet(
  wallet: Wallet | undefined,
  known: ReadonlySet<number>,
): NonNullable<AdjustmentView["wallet"]> {
  if (wallet === undefined) throw new Error("An adjustment names a wallet that does not exist");
  const { id, walletCode, profile, balance, suspended } = wallet;
  return { id, walletCode, name: known.has(id) ? profile.name : null, balance, suspended };
}
