import type { Prisma } from "@/lib/platform/database/generated/client";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import {
  type Act,
  administer,
  lockRow,
  RIGHTS,
  requireVersion,
  rightsOf,
} from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted, mayHave } from "@/lib/portal/acts/permissions";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { isShownTo, type RadarSubject, requireSubject, shownTo } from "./people";
import type { VERDICTS } from "./words";

export type Verdict = (typeof VERDICTS)[number];

type CaseRow = Prisma.RadarCaseGetPayload<object>;

/** A case as the audit log keeps it. */
function snapshot({ userId, assignedTo, verdict, closedAt }: CaseRow) {
  return { userId, assignedTo, verdict, isOpen: closedAt === null };
}

/**
 * The open cases about people that the radar tells the actor about, the oldest first, and how many there are.
 * @throws AdminError forbidden
 */
export async function firstOpenCases({ database }: AdminContext, actor: AdminActor, limit: number) {
  requirePermission(actor, "radar.read");
  const where = { closedAt: null, user: shownTo(actor) };
  const [count, cases] = await Promise.all([
    database.radarCase.count({ where }),
    database.radarCase.findMany({
      where,
      select: { id: true, openedAt: true, assignedTo: true, user: { select: PERSON } },
      orderBy: { id: "asc" },
      take: limit,
    }),
  ]);
  return { count, cases };
}

/** Merchant whose admins read about a case in the audit log: of a case about one of them, only operators. */
function auditedFor({ role, merchantId }: RadarSubject): number | null {
  return role === "merchant_admin" ? null : merchantId;
}

function recordCase(
  { record }: Act,
  person: RadarSubject,
  before: CaseRow | null,
  after: CaseRow,
): Promise<void> {
  return record({
    subject: "radar_case",
    subjectId: after.id,
    merchantId: auditedFor(person),
    before: before && snapshot(before),
    after: snapshot(after),
  });
}

/**
 * Opens a case about a person, with every finding that is in none yet. One that is open already stays as it is.
 * @throws AdminError forbidden, not_found (nobody that the radar tells the actor about)
 */
export function openCase(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<{ userId: number }> {
  return administer(context, actor, "radar_case.open", async (act) => {
    await lockRow(act.tx, "user", userId);
    const person = await requireSubject(act.tx, actor, userId);
    if (person.merchantId === null) throw new AdminError("not_found", { subject: "user" });
    await findOrOpenCase(act, person, { opens: true });
    return { userId };
  });
}

/** The open case about a person, whose row is locked; where there is none, one that is opened, or null. */
export async function findOrOpenCase(
  act: Act,
  person: RadarSubject,
  { opens }: { opens: boolean },
): Promise<{ id: number } | null> {
  const { id: userId, merchantId } = person;
  const open = await act.tx.radarCase.findFirst({ where: { userId, closedAt: null } });
  if (open !== null || !opens || merchantId === null) return open;
  const made = await act.tx.radarCase.create({
    data: { userId, merchantId, openedBy: act.actor.userId, openedAt: act.now },
  });
  await act.tx.radarFinding.updateMany({ where: { userId, caseId: null }, data: { caseId: made.id } });
  await recordCase(act, person, null, made);
  return made;
}

/**
 * Locks a case that is open.
 * @throws AdminError not_found; conflict when it is closed
 */
async function lockOpenCase(
  { tx, actor }: Act,
  caseId: number,
): Promise<{ found: CaseRow; person: RadarSubject }> {
  await lockRow(tx, "radar_case", caseId);
  const found = await tx.radarCase.findUnique({ where: { id: caseId } });
  if (found === null) throw new AdminError("not_found", { subject: "radar_case" });
  const person = await requireSubject(tx, actor, found.userId);
  if (found.closedAt !== null)
    throw new AdminError("conflict", { subject: "radar_case", version: found.version });
  return { found, person };
}

async function changeCase(
  act: Act,
  { found: before, person }: { found: CaseRow; person: RadarSubject },
  data: Prisma.RadarCaseUpdateInput,
): Promise<{ userId: number }> {
  const after = await act.tx.radarCase.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 } },
  });
  await recordCase(act, person, before, after);
  return { userId: after.userId };
}

/**
 * Gives a case to a person who may work on it, or to nobody.
 * @throws AdminError forbidden, not_found, conflict; invalid (assignedTo)
 */
export function assignCase(
  context: AdminContext,
  actor: AdminActor,
  { caseId, version, assignedTo }: { caseId: number; version: number; assignedTo: number | null },
): Promise<{ userId: number }> {
  return administer(context, actor, "radar_case.assign", async (act) => {
    const open = await lockOpenCase(act, caseId);
    requireVersion("radar_case", open.found.version, version);
    if (assignedTo !== null) {
      const able = await readAssignees(act.tx, open.person);
      if (!able.some(({ id }) => id === assignedTo)) throw new AdminError("invalid", { field: "assignedTo" });
    }
    return changeCase(act, open, { assignedTo });
  });
}

/** People to whom a case about a person can be given: active ones to whom the radar shows that person, by name. */
export async function readAssignees(
  database: Pick<Prisma.TransactionClient, "user">,
  person: RadarSubject,
): Promise<{ id: number; name: string }[]> {
  const people = await database.user.findMany({
    where: {
      kind: "portal",
      isActive: true,
      OR: mayHave("radar_case.note"),
      AND: { OR: [{ merchantId: null }, { merchantId: person.merchantId }] },
    },
    select: { ...RIGHTS, ...PERSON, merchantId: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return people
    .filter((one) => {
      const rights = rightsOf(one);
      const { id: userId, merchantId } = one;
      return (
        rights &&
        isPermitted(rights, "radar_case.note") &&
        isShownTo({ ...rights, userId, merchantId }, person)
      );
    })
    .map((one) => ({ id: one.id, name: personName(one) }));
}

/**
 * Adds a note to an open case. Notes stay as they are.
 * @throws AdminError forbidden, not_found, conflict
 */
export function noteCase(
  context: AdminContext,
  actor: AdminActor,
  { caseId, text }: { caseId: number; text: string },
): Promise<{ userId: number }> {
  return administer(context, actor, "radar_case.note", async (act) => {
    const { found, person } = await lockOpenCase(act, caseId);
    const note = await act.tx.radarNote.create({
      data: { caseId, userId: actor.userId, text, createdAt: act.now },
    });
    await act.record({
      subject: "radar_case",
      subjectId: caseId,
      merchantId: auditedFor(person),
      before: null,
      after: { userId: found.userId, note: note.id },
    });
    return { userId: found.userId };
  });
}

/**
 * Closes a case with what came of it. Later findings about the person are not part of the case. People who depend on the person, or
 * saw a secret of the client, do not close it.
 * @throws AdminError forbidden, not_found, conflict, approver_not_allowed
 */
export function closeCase(
  context: AdminContext,
  actor: AdminActor,
  { caseId, version, verdict }: { caseId: number; version: number; verdict: Verdict },
): Promise<{ userId: number }> {
  return administer(context, actor, "radar_case.close", async (act) => {
    const open = await lockOpenCase(act, caseId);
    requireVersion("radar_case", open.found.version, version);
    await requireIndependent(act.tx, { approver: actor.userId, asker: open.person.id, now: act.now });
    return changeCase(act, open, { verdict, closedBy: actor.userId, closedAt: act.now });
  });
}
