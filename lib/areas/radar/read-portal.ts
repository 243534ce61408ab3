import { presenterOf } from "@/lib/areas/approvals/portal";
import { entryColumns } from "@/lib/areas/entries/columns";
import { presentEntries } from "@/lib/areas/entries/portal";
import { readEntries } from "@/lib/log/history";
import { HABIT_DAYS } from "@/lib/log/odd-days";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { Language } from "@/lib/platform/language";
import { maskMsisdn } from "@/lib/platform/mask";
import { formatLocalDate, formatOffsetDateTime, plusDays } from "@/lib/platform/time";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, person, personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import type { Role } from "@/lib/portal/acts/roles";
import { adminContext } from "@/lib/portal/administration";
import { requireBranch } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { readWalletFacts } from "@/lib/wallet/facts";
import { readAssignees } from "./cases";
import { numberId, type RadarSubject, requireSubject, shownTo } from "./people";
import { lookAtDay, type RadarContext, readLookedAt } from "./radar";
import { listReviews } from "./reviews";
import type {
  Evidence,
  Finding,
  RadarCase,
  RadarFilters,
  RadarList,
  RadarPerson,
  Review,
  ReviewList,
  Signal,
} from "./schemas";
import { isOfPins, SIGNALS, VERDICTS } from "./words";

/** Enough to look through; more are found by a filter. */
const FINDINGS_MAX = 200;

/** The radar's services in this process. */
export async function radarContext(): Promise<RadarContext> {
  const { clock, programme } = services();
  return { pool: portalPool(), log: (await reportsSource()).pool, clock, zone: programme.timeZone() };
}

/** The findings that the actor is shown: of the people, and of a supervisor's branches. */
function findingsOf(actor: PortalActor): Prisma.RadarFindingWhereInput {
  return actor.role === "programme_operator" ? {} : { branchId: { in: [...actor.branchIds] } };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Findings by person, the person with the latest first. Throws AdminError `forbidden`, AdminError `forbidden` for a foreign branch. */
export async function readRadar(actor: PortalActor, filters: RadarFilters): Promise<RadarList> {
  requirePermission(actor, "radar.read");
  if (filters.branch !== undefined) await requireBranch(actor, filters.branch, { allowsInactive: true });
  const [staff, branches, lookedAt] = await Promise.all([
    prisma().user.findMany({
      where: shownTo(actor),
      select: { ...PERSON, role: true, isActive: true, merchantId: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
    prisma().branch.findMany({
      where: actor.role === "programme_operator" ? {} : { id: { in: [...actor.branchIds] } },
      select: { id: true, nameEn: true, nameAr: true },
      orderBy: { id: "asc" },
    }),
    readLookedAt(portalPool()),
  ]);
  const openCases = await prisma().radarCase.findMany({
    where: { closedAt: null, user: shownTo(actor) },
    select: { id: true, userId: true },
  });
  const people = staff.map(person).filter(({ merchantId }) => merchantId !== null);
  const asked =
    filters.cases === undefined ? people.map(({ id }) => id) : openCases.map(({ userId }) => userId);
  const rows = await prisma().radarFinding.findMany({
    where: {
      AND: [findingsOf(actor), { userId: { in: asked } }],
      ...(filters.person !== undefined && { userId: filters.person }),
      ...(filters.branch !== undefined && { branchId: filters.branch }),
      ...(filters.signal !== undefined && { signal: filters.signal }),
      day: {
        ...(filters.from !== undefined && { gte: new Date(filters.from) }),
        ...(filters.until !== undefined && { lte: new Date(filters.until) }),
      },
    },
    orderBy: [{ day: "desc" }, { id: "desc" }],
    take: FINDINGS_MAX + 1,
  });
  const findings = await presentFindings(rows.slice(0, FINDINGS_MAX));
  const byPerson = new Map<number, Finding[]>();
  for (const { userId, finding } of findings)
    byPerson.set(userId, [...(byPerson.get(userId) ?? []), finding]);
  return {
    people: [...byPerson].flatMap(([userId, findings]) => {
      const person = people.find(({ id }) => id === userId);
      if (person === undefined) return [];
      const openCaseId = openCases.find((open) => open.userId === userId)?.id ?? null;
      return [{ person: { ...person, role: person.role as Role | null }, findings, openCaseId }];
    }),
    hasMore: rows.length > FINDINGS_MAX,
    lookedAt: lookedAt?.toISOString() ?? null,
    branches,
    staff: people.map(({ id, name }) => ({ id, name })),
  };
}

type FindingRow = Prisma.RadarFindingGetPayload<object>;
const isSignal = (text: string): text is Signal => SIGNALS.some((signal) => signal === text);

async function presentFindings(rows: readonly FindingRow[]): Promise<{ userId: number; finding: Finding }[]> {
  const [branches, wallets] = await Promise.all([
    prisma().branch.findMany({
      where: { id: { in: [...new Set(rows.map(({ branchId }) => branchId))] } },
      select: { id: true, nameEn: true, nameAr: true },
    }),
    readWalletCodes(rows.map(({ walletId }) => walletId)),
  ]);
  return rows.flatMap((row) => {
    const branch = branches.find(({ id }) => id === row.branchId);
    if (branch === undefined || !isSignal(row.signal)) return [];
    const { userId, signal, days, count, total, caseId } = row;
    const habit = Number(row.habit);
    const finding = {
      ...{ id: String(row.id), signal, day: dayOf(row.day), days, count, total, habit, branch, caseId },
      wallet: wallets.get(Number(row.walletId)) ?? null,
    };
    return [{ userId, finding }];
  });
}

async function readWalletCodes(
  ids: readonly (bigint | null)[],
): Promise<Map<number, { id: number; walletCode: string }>> {
  const known = [...new Set(ids.flatMap((id) => (id === null ? [] : Number(id))))];
  const facts =
    known.length === 0 ? [] : await readWalletFacts(portalPool(), { ids: known, walletCodes: [] });
  return new Map(facts.map(({ id, wallet_code: walletCode }) => [id, { id, walletCode }]));
}

/**
 * Looks at the actor's branches today, as far as the day has gone; an operator at all. Throws AdminError `forbidden`.
 * @returns how many findings there are of today
 */
export async function lookAtToday(actor: PortalActor): Promise<{ findings: number }> {
  requirePermission(actor, "radar.run");
  const context = await radarContext();
  const day = formatLocalDate(context.clock.now(), context.zone);
  const branchIds = actor.role === "programme_operator" ? undefined : [...actor.branchIds];
  return { findings: await lookAtDay(context, { day, ...(branchIds !== undefined && { branchIds }) }) };
}

/** Movements held for review, as far as the actor may know of them. Throws AdminError `forbidden`. */
export async function readReviews(actor: PortalActor): Promise<ReviewList> {
  const { waiting, closed } = await listReviews(adminContext(), actor);
  const present = await presenterOf(actor, [...waiting, ...closed], "approval.review");
  const review = (row: (typeof waiting)[number]): Review => ({
    ...present(row),
    askedBy: { id: row.user.id, name: personName(row.user) },
    note: row.note,
    caseId: row.caseId,
    isOfPerson: row.user.kind === "portal",
  });
  return { waiting: waiting.map(review), closed: closed.map(review) };
}

/** A person as the radar sees them over time. Throws AdminError `forbidden`, `not_found`. */
export async function readRadarPerson(actor: PortalActor, userId: number): Promise<RadarPerson> {
  requirePermission(actor, "radar.read");
  const person = await requireSubject(prisma(), actor, userId);
  const { clock, programme } = services();
  const from = plusDays(formatLocalDate(clock.now(), programme.timeZone()), 1 - HABIT_DAYS);
  const [days, rows, cases, assignees, numbers] = await Promise.all([
    prisma().radarDay.groupBy({
      by: ["day"],
      where: {
        userId,
        day: { gte: new Date(from) },
        ...(actor.role !== "programme_operator" && { branchId: { in: [...actor.branchIds] } }),
      },
      _sum: { rewards: true, rewardPoints: true, redemptions: true, refunds: true, cancellations: true },
      orderBy: { day: "desc" },
    }),
    prisma().radarFinding.findMany({
      where: { ...findingsOf(actor), userId },
      orderBy: [{ day: "desc" }, { id: "desc" }],
      take: FINDINGS_MAX,
    }),
    readCases(userId),
    readAssignees(prisma(), person),
    readNumbers(actor, person),
  ]);
  const findings = (await presentFindings(rows)).map(({ finding }) => finding);
  return {
    person,
    days: days.map(({ day, _sum }) => ({
      day: dayOf(day),
      rewards: _sum.rewards ?? 0,
      rewardPoints: Number(_sum.rewardPoints ?? 0),
      redemptions: _sum.redemptions ?? 0,
      refunds: _sum.refunds ?? 0,
      cancellations: _sum.cancellations ?? 0,
      signals: SIGNALS.filter((signal) =>
        findings.some((one) => one.signal === signal && one.day === dayOf(day)),
      ),
    })),
    findings,
    cases,
    assignees,
    numbers,
  };
}

async function readNumbers(
  actor: AdminActor,
  { id: userId, role }: RadarSubject,
): Promise<RadarPerson["numbers"]> {
  if (actor.role === "supervisor" || role === null) return null;
  const rows = await prisma().staffNumber.findMany({ where: { userId }, orderBy: { msisdn: "asc" } });
  return rows.map(({ msisdn }) => ({ id: numberId(msisdn), masked: maskMsisdn(msisdn) }));
}

async function readCases(userId: number): Promise<RadarCase[]> {
  const rows = await prisma().radarCase.findMany({
    where: { userId },
    include: { notes: { orderBy: { id: "asc" } }, _count: { select: { findings: true } } },
    orderBy: { id: "desc" },
  });
  const ids = rows.flatMap(({ openedBy, closedBy, assignedTo, notes }) => [
    ...[openedBy, closedBy ?? 0, assignedTo ?? 0],
    ...notes.map((note) => note.userId),
  ]);
  const users = await prisma().user.findMany({
    where: { id: { in: ids } },
    select: PERSON,
  });
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  const named = (id: number) => ({ id, name: names.get(id) ?? "" });
  return rows
    .map((row) => {
      const verdict = VERDICTS.find((one) => one === row.verdict);
      const isClosed = verdict !== undefined && row.closedBy !== null && row.closedAt !== null;
      return {
        id: row.id,
        version: row.version,
        openedBy: named(row.openedBy),
        openedAt: row.openedAt.toISOString(),
        assignedTo: row.assignedTo === null ? null : named(row.assignedTo),
        closed: isClosed
          ? { by: named(row.closedBy ?? 0), at: row.closedAt?.toISOString() ?? "", verdict }
          : null,
        notes: row.notes.map(({ id, userId: by, text, createdAt }) => ({
          ...{ id, text, by: named(by), at: createdAt.toISOString() },
        })),
        findingCount: row._count.findings,
      };
    })
    .sort((one, other) => Number(one.closed !== null) - Number(other.closed !== null));
}

/**
 * A finding with what it rests on. Throws AdminError `forbidden`, `not_found` for one that the actor is not shown.
 */
export async function readEvidence(actor: PortalActor, findingId: string): Promise<Evidence> {
  requirePermission(actor, "radar.read");
  const row = await prisma().radarFinding.findFirst({
    where: { AND: [findingsOf(actor), { id: BigInt(findingId) }] },
  });
  const person = row && (await requireSubject(prisma(), actor, row.userId));
  const [presented] = row === null ? [] : await presentFindings([row]);
  if (row === null || person === null || presented === undefined)
    throw new AdminError("not_found", { subject: "radar_case" });
  const hasEvents = isOfPins(presented.finding.signal);
  return {
    person,
    finding: presented.finding,
    entries: hasEvents ? [] : await presentEntries(await readEntries(portalPool(), row.evidence.map(Number))),
    pinFailures: hasEvents ? await readPinFailures(row.evidence) : [],
  };
}

async function readPinFailures(ids: readonly bigint[]): Promise<Evidence["pinFailures"]> {
  const events = await prisma().securityEvent.findMany({
    where: { id: { in: [...ids] } },
    select: { createdAt: true, walletId: true },
    orderBy: { id: "desc" },
  });
  const wallets = await readWalletCodes(events.map(({ walletId }) => walletId));
  return events.map(({ createdAt, walletId }) => ({
    at: createdAt.toISOString(),
    wallet: wallets.get(Number(walletId)) ?? null,
  }));
}

/** Evidence of a finding as a CSV file, the newest first. Throws AdminError `forbidden`, `not_found` for one that the actor is not shown. */
export async function evidenceReport(
  actor: PortalActor,
  findingId: string,
  language: Language,
): Promise<Response> {
  const { person, finding, entries, pinFailures } = await readEvidence(actor, findingId);
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    branchId: finding.branch.id,
    details: { finding: findingId },
  });
  const zone = services().programme.timeZone();
  const headers = csvHeaders({
    name: `${person.name} ${finding.signal} ${finding.day}`,
    plainName: `radar-${person.id} ${finding.signal} ${finding.day}`,
  });
  const body = isOfPins(finding.signal)
    ? csvStream(pinColumns(zone), pinFailures, language)
    : csvStream(entryColumns(zone, language), entries, language);
  return new Response(body, { headers });
}

function pinColumns(zone: string): CsvColumn<Evidence["pinFailures"][number]>[] {
  return [
    { header: { en: "Time", ar: "الوقت" }, cell: ({ at }) => formatOffsetDateTime(new Date(at), zone) },
    { header: { en: "Wallet code", ar: "كود العميل" }, cell: ({ wallet }) => wallet?.walletCode },
  ];
}
