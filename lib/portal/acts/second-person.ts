import { hash, randomUUID } from "node:crypto";
import type { AskedKind } from "@/lib/areas/adjustments/schemas";
import type { Statement } from "@/lib/ledger/core/commands";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import type { AdminAction } from "@/lib/portal/acts/permissions";
import { hasOthers, readSecondPersons } from "@/lib/portal/acts/second-persons";

/** Days that a request waits, and hours in which its approval has to be used. */
export const REQUEST_DAYS = 7;
export const APPROVAL_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

/** An act that waits for a second person. */
export interface AskedAct {
  kind: Exclude<AskedKind, "adjust">;
  /** Whose people may decide; null: operators only. */
  merchantId: number | null;
  walletId?: number;
  /** The person of the staff whom it is about, if there is one yet. */
  userId?: number | undefined;
  /** Points that it moves or opens up. */
  points?: number;
  /** All that the approval is to be good for: the same act again has the same. */
  content: readonly unknown[];
  /** What whoever decides is shown. No secrets. */
  summary: Readonly<Record<string, string | null>>;
  reason?: string;
}

/** Thrown through an act that is to wait: {@link withSecondPerson} keeps the request once the act is undone. */
class SecondPersonNeeded extends Error {
  constructor(readonly asked: AskedAct) {
    super(`A second person is needed: ${asked.kind}`);
  }
}

/** An approval that an act may use, once. */
export interface Approval {
  approvedBy: number;
  /** Marks it as used, in the transaction that carries the act out: used already, it undoes that one. */
  used: Statement;
}

/** Runs an act that may need a second person; a request is kept when it does. @throws AdminError second_person, what `run` throws */
export async function withSecondPerson<Result>(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const names = await keepRequest(context, actor, action, error.asked);
    throw new AdminError("second_person", { names: names.join(", ") || "—" });
  }
}

/**
 * The approval of exactly this act, asked for by the actor, that is not used and not older than {@link APPROVAL_HOURS}.
 * Without one the act is undone and its request kept. Under the locks of what the act is about.
 */
export async function requireApproved({ tx, actor, now }: Act, asked: AskedAct): Promise<Approval> {
  const found = await tx.pointAdjustment.findFirst({
    where: {
      requestedBy: actor.userId,
      contentHash: contentHash(asked),
      state: "approved",
      usedAt: null,
      decidedAt: { gt: new Date(now.getTime() - APPROVAL_HOURS * HOUR_MS) },
    },
  });
  if (found?.decidedBy == null) throw new SecondPersonNeeded(asked);
  const text = "UPDATE point_adjustment SET used_at = $2::timestamptz WHERE id = $1";
  return { approvedBy: found.decidedBy, used: { text, values: [found.id, now.toISOString()] } };
}

/** {@link requireApproved}, used in this very transaction. Returns who approved. */
export async function takeApproval(act: Act, asked: AskedAct): Promise<number> {
  const { approvedBy, used } = await requireApproved(act, asked);
  await act.tx.$executeRawUnsafe(used.text, ...used.values);
  return approvedBy;
}

/**
 * {@link takeApproval} wherever somebody else could approve. The only person who may do such things does them alone: null.
 */
export async function takeApprovalIfAnybody(act: Act, asked: AskedAct): Promise<number | null> {
  const { merchantId } = asked;
  const others = await hasOthers(act.tx, "wallet.approve_adjustment", {
    merchantId,
    askedBy: act.actor.userId,
  });
  return others ? takeApproval(act, asked) : null;
}

function contentHash({ kind, walletId, userId, content }: AskedAct): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([kind, walletId ?? null, userId ?? null, ...content]);
  return new Uint8Array(hash("sha256", text, "buffer"));
}

function keepRequest(
  context: AdminContext,
  actor: AdminActor,
  action: AdminAction,
  asked: AskedAct,
): Promise<string[]> {
  const { kind, merchantId, walletId, userId, points, summary, reason = "" } = asked;
  return administer(context, actor, action, async ({ tx, now, record }) => {
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
          summary: { ...summary },
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
        after: { state: "requested", kind, userId, ...summary },
      });
    }
    return deciders.map(({ name }) => name);
  });
}
