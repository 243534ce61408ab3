import { hash, randomUUID } from "node:crypto";
import type { Statement } from "@/lib/ledger/rules/commands";
import type { Bilingual } from "@/lib/platform/language";
import { sealRequest } from "@/lib/platform/personal";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import {
  type Act,
  administer,
  noteSettingUp,
  noteWeighed,
  type Transaction,
} from "@/lib/portal/acts/administer";
import type { AskedKind } from "@/lib/portal/acts/asked-kinds";
import { nextInWords, sentInWords, summaryOfWhy, type Why, whyInWords } from "@/lib/portal/acts/asked-words";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { hasOthers, readLostUntil, readSecondPersons } from "@/lib/portal/acts/second-persons";
import { decidesAlone } from "@/lib/portal/acts/setting-up";
import { isValueAction, VALUE_ACTS } from "@/lib/portal/acts/value-acts";
import { isProved } from "@/lib/portal/security-log/proved";
import { ownWalletCodes } from "@/lib/wallet/own";
import { type AloneKind, countAlone } from "./points-alone";

/** Days that a request waits, and hours in which its approval has to be used. */
export const REQUEST_DAYS = 7;
export const APPROVAL_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

const NO_WORDS: Bilingual = { en: "This needs a second person", ar: "يحتاج هذا إلى شخص ثانٍ" };

/** Name, present value and value to be of each setting. */
export type Changes = readonly (readonly [name: string, before: unknown, after: unknown])[];

/** An act that waits for a second person. */
export interface AskedAct {
  kind: Exclude<AskedKind, "adjust">;
  /** Merchant whose people may decide; null: operators only. */
  merchantId: number | null;
  walletId?: number;
  /** The person of the staff whom it is about, if there is one yet. */
  userId?: number | undefined;
  /** Points that it moves or opens up. */
  points?: number;
  /** All that the approval is to be good for: the same act again has the same. */
  content: readonly unknown[];
  /** Summary for the decider. No secrets. */
  summary: Readonly<Record<string, string | null>>;
  /** Settings that change, as they are and as they are to be. */
  changes?: Changes | undefined;
  reason?: string;
}

/** Thrown through an act that is to wait: {@link administerAgreed} keeps the request once the act is undone. */
class SecondPersonNeeded extends Error {
  constructor(
    readonly asked: AskedAct,
    readonly why: Why,
  ) {
    super(`A second person is needed: ${asked.kind}`);
  }
}

/** An approval that an act may use, once. */
export interface Approval {
  approvedBy: number;
  /** Mark it as used, in the transaction that carries the act out: used already, they undo that one. */
  used: readonly Statement[];
}

/**
 * {@link administer} for an act that asks {@link agree}: the request is kept when it needs a second person.
 * @throws AdminError second_person, what `work` throws
 */
export async function administerAgreed<Result>(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  work: (act: Act) => Promise<Result>,
): Promise<Result> {
  try {
    return await administer(context, actor, action, work);
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const { asked, why } = error;
    const sent = await keepRequest(context, actor, action, { ...asked, why });
    // An act that answers a secret is finished by the asker.
    const isCarriedOut = actor.sent !== undefined && !actor.sent.isAskers;
    throw new AdminError(isCarriedOut ? "second_person_asked" : "second_person", {
      ...{ sent, why: whyInWords(asked.kind, why, { isTold: true }) ?? NO_WORDS },
      next: nextInWords(action),
    });
  }
}

/** The value of an act, and the act as a second person would be asked about it. */
export interface Weighed extends AskedAct {
  /**
   * Points that it creates or opens up at most: 0 needs nobody, `Infinity` has no bound. Rows whose bound is no number of points ask
   * only whether there are any.
   */
  points: number;
  /** Part in the person's day: kind, and a reference that stands for the act's whole content. */
  alone?: { kind: AloneKind; reference: string };
  /** Another text of what customers read of an offer: no number of points says what it promises. */
  isWords?: boolean;
  /** The wallet that gets it has a number of the actor's own: a second person is asked whatever the value. */
  isOwn?: boolean;
  /** The act moves nothing, so that the first operator does it alone while the programme is set up; `person`: it brings one with an admin's rights. */
  settingUp?: "act" | "person" | undefined;
  /** Person whose act it takes back, who alone does not keep it from happening. */
  takesBackOf?: number | null | undefined;
}

/**
 * Decides whether an act of `VALUE_ACTS` needs a second person, and whether it has one (rules.md §24). Under the locks of all that the
 * act is about, and that of the person whose day it counts in. The command line acts alone, and so does whoever has been the only person who could
 * decide for a week.
 * @returns the approval to be used with the act; null: nobody else has to agree
 * @throws what {@link administerAgreed} keeps as a request
 */
export async function agreeLater(act: Act, weighed: Weighed): Promise<Approval | null> {
  noteWeighed(act);
  const { alone, isOwn = false, isWords = false, points, settingUp, takesBackOf, ...asked } = weighed;
  const why = await whyNotAlone(act, { alone, isOwn, isWords, points });
  if (why === null) return null;
  if (settingUp !== undefined && (await decidesAlone(act, { isNewAdmin: settingUp === "person" }))) {
    noteSettingUp(act);
    return null;
  }
  const { merchantId } = asked;
  const askedBy = act.actor.userId;
  const others = { merchantId, askedBy, takesBackOf, about: asked.userId, now: act.now };
  if (!(await hasOthers(act.tx, "wallet.approve_adjustment", others))) return null;
  return findApproval(act, { ...asked, ...(Number.isFinite(points) && { points }) }, why);
}

/** {@link agreeLater}, used in this very transaction. Returns who approved, for the audit row. */
export async function agree(act: Act, weighed: Weighed): Promise<number | null> {
  const approval = await agreeLater(act, weighed);
  if (approval === null) return null;
  for (const { text, values } of approval.used) await act.tx.$executeRawUnsafe(text, ...values);
  return approval.approvedBy;
}

/** Whether a wallet's number is known to be the person's own. */
export async function isOwnWallet(tx: Transaction, userId: number, walletCode: string): Promise<boolean> {
  return (await ownWalletCodes(tx, userId)).includes(walletCode);
}

/** Null when nobody else has to agree to the value. */
async function whyNotAlone(
  { tx, actor, action, now }: Act,
  {
    alone,
    isOwn,
    isWords,
    points,
  }: { alone: Weighed["alone"] | undefined; isOwn: boolean; isWords: boolean; points: number },
): Promise<Why | null> {
  if (points <= 0) return null;
  if (!isValueAction(action)) throw new Error(`${action} has no row in VALUE_ACTS`);
  const { kind } = await tx.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { kind: true } });
  if (kind === "system") return null;
  const { bound } = VALUE_ACTS[action];
  if (bound.kind === "setting") return (await readSetting(tx, bound.setting)) ? { why: "kind" } : null;
  if (isOwn) return { why: "own" };
  if (isWords) return { why: "words" };
  if (bound.kind !== "day" || !Number.isFinite(points)) return { why: "kind" };
  if (alone === undefined) throw new Error(`${action} counts in a day and names no reference`);
  const counted = await countAlone(tx, { userId: actor.userId, ...alone, points, now });
  return counted && { why: "points", points, ...counted };
}

async function readSetting(
  tx: Transaction,
  setting: "adminsNeedSecondPerson" | "clientsNeedSecondPerson",
): Promise<boolean> {
  return (await tx.programme.findUniqueOrThrow({ where: { id: 1 } }))[setting];
}

/**
 * The approval of exactly this act, asked for by the actor, by a person who does not depend on them, that is not used and not older
 * than {@link APPROVAL_HOURS}. Without one the act is undone and its request kept.
 */
async function findApproval({ tx, actor, now }: Act, asked: AskedAct, why: Why): Promise<Approval> {
  if (actor.carriesOut) return approvalNow(tx, actor, { asked, now, ...actor.carriesOut });
  const found = await tx.pointAdjustment.findFirst({
    where: {
      requestedBy: actor.userId,
      contentHash: contentHash(asked),
      state: "approved",
      usedAt: null,
      decidedAt: { gt: new Date(now.getTime() - APPROVAL_HOURS * HOUR_MS) },
    },
  });
  if (found?.decidedBy == null || !(await isProved(tx, [["point_adjustment", found.id]])))
    throw new SecondPersonNeeded(asked, why);
  await requireIndependent(tx, { approver: found.decidedBy, asker: actor.userId, now });
  const text = "UPDATE point_adjustment SET used_at = $2::timestamptz, request = NULL WHERE id = $1";
  return { approvedBy: found.decidedBy, used: [{ text, values: [found.id, now.toISOString()] }] };
}

/** The approval that this very act carries out: decided, used and written down with it. @throws AdminError conflict (another act by now) */
async function approvalNow(
  tx: Transaction,
  { userId }: AdminActor,
  {
    asked,
    now,
    adjustmentId,
    approver,
    note,
  }: NonNullable<AdminActor["carriesOut"]> & { asked: AskedAct; now: Date },
): Promise<Approval> {
  const contentIs = { requestedBy: userId, contentHash: contentHash(asked), state: "requested" };
  if ((await tx.pointAdjustment.count({ where: { id: adjustmentId, ...contentIs } })) === 0)
    throw new AdminError("conflict", { subject: "adjustment", version: 0 });
  const text = `UPDATE point_adjustment SET state = 'approved', decided_by = $2, decided_at = $3::timestamptz, note = $4,
    used_at = $3::timestamptz, request = NULL WHERE id = $1`;
  const decided = { text, values: [adjustmentId, approver.userId, now.toISOString(), note] };
  const audit = auditStatement({
    action: "wallet.approve_adjustment",
    subject: "adjustment",
    subjectId: adjustmentId,
    merchantId: asked.merchantId,
    before: { state: "requested" },
    after: { state: "approved", note, kind: asked.kind },
    at: now,
    by: approver,
  });
  return { approvedBy: approver.userId, used: [decided, audit] };
}

function contentHash({ kind, walletId, userId, content }: AskedAct): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([kind, walletId ?? null, userId ?? null, ...content]);
  return new Uint8Array(hash("sha256", text, "buffer"));
}

function keepRequest(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  asked: AskedAct & { why: Why },
): Promise<Bilingual> {
  const { kind, merchantId, walletId, userId, points, summary, changes = [], why, reason = "" } = asked;
  return administer(context, actor, action, async ({ tx, now, record }) => {
    // A request gives nothing.
    noteWeighed({ tx });
    const [deciders = []] = await readSecondPersons(
      tx,
      "wallet.approve_adjustment",
      [{ merchantId, askedBy: actor.userId }],
      now,
    );
    const same = { requestedBy: actor.userId, contentHash: contentHash(asked) };
    const waits = { state: "requested", expiresAt: { gt: now } };
    if ((await tx.pointAdjustment.count({ where: { ...same, ...waits } })) === 0) {
      const { id } = await tx.pointAdjustment.create({
        data: {
          ...same,
          kind,
          merchantId,
          walletId: walletId === undefined ? null : BigInt(walletId),
          userId: userId ?? null,
          points: points === undefined ? null : BigInt(points),
          summary: {
            ...summary,
            ...summaryOfWhy(why),
            ...(changes.length > 0 && { changes: JSON.stringify(changes) }),
            ...(actor.sent?.isAskers && { finishedBy: "asker" }),
          },
          ...(actor.sent && { request: sealRequest(actor.sent) }),
          reason,
          reference: randomUUID(),
          requestedAt: now,
          expiresAt: new Date(now.getTime() + REQUEST_DAYS * 24 * HOUR_MS),
        },
      });
      await record({
        subject: "adjustment",
        subjectId: id,
        merchantId,
        before: null,
        after: {
          ...{ state: "requested", kind, userId, ...summary },
          ...Object.fromEntries(changes.map(([name, , after]) => [name, after])),
        },
      });
    }
    const { timeZone } = await tx.programme.findUniqueOrThrow({
      where: { id: 1 },
      select: { timeZone: true },
    });
    const alone = await readLostUntil(tx, "wallet.approve_adjustment", {
      ...{ merchantId, askedBy: actor.userId, now },
    });
    return sentInWords(deciders, { timeZone, alone });
  });
}
