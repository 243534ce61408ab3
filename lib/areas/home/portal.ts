import {
  countWaitingAdjustments,
  firstOwnRequests,
  firstWaitingAdjustments,
  recentAnswers,
} from "@/lib/areas/adjustments/list-adjustments";
import { presentDecided } from "@/lib/areas/adjustments/portal";
import { operationOf } from "@/lib/areas/approvals/portal";
import { countWaitingApprovals, firstWaitingApprovals } from "@/lib/areas/approvals/read";
import { readLastActs } from "@/lib/areas/audit/portal";
import { listEndingClients } from "@/lib/areas/clients/read";
import { firstEndingDeals } from "@/lib/areas/deals/read";
import { presentEntries } from "@/lib/areas/entries/portal";
import { listStartableImports } from "@/lib/areas/imports/read-imports";
import { firstOpenCases } from "@/lib/areas/radar/cases";
import { firstWaitingReviews } from "@/lib/areas/radar/reviews";
import { viewContext } from "@/lib/areas/wallets/portal";
import { firstFailingWebhooks } from "@/lib/areas/webhooks/webhooks";
import type { DayFigures } from "@/lib/log/day-figures";
import { hasEntries } from "@/lib/log/first-steps";
import { branchHistory, lookAlikes } from "@/lib/log/history";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { inUnits } from "@/lib/platform/money";
import { formatLocalDate, parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type AdminAction, isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { ableOf } from "@/lib/portal/acts/second-persons";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { findNotJoined } from "@/lib/wallet/join";
import { home } from "./contract";
import { readHomeDays } from "./days";
import {
  type FirstSteps,
  type Home,
  type HomeFigures,
  type Need,
  type NeedKind,
  NOT_JOINED_SHOWN,
} from "./schemas";

/** Of each kind of things that wait. */
const FIRST = 3;
const LAST_SHOWN = 6;
const DAY_MS = 24 * 60 * 60_000;
/** Days before its end that a deal, and an API client, is told about. */
const DEAL_DAYS = 7;
const CLIENT_DAYS = 14;

export const homePortal = serveContract(home, { read: ({ actor }) => readHome(actor) });

/**
 * The first page of a desk, as far as role, merchant and branches reach. Its cost does not grow with the log (docs/ARCHITECTURE.md,
 * "The portal").
 */
async function readHome(actor: PortalActor): Promise<Home> {
  const { clock, programme } = services();
  const [now, zone] = [clock.now(), programme.timeZone()];
  const { pool: reports } = await reportsSource();
  const branchIds = actor.role === "programme_operator" ? await allBranchIds() : actor.branchIds;
  const readsAudit = isPermitted(actor, "audit.read");
  const [{ now: present, before, days, isReadable }, needs, acts, entries, answers, firstSteps, service] =
    await Promise.all([
      readHomeDays({ reports, log: portalPool() }, { merchantId: actor.merchantId, branchIds, now, zone }),
      readNeeds(actor),
      readsAudit ? readLastActs(actor, LAST_SHOWN) : null,
      readsAudit || !servesCustomers(actor) ? [] : readLastEntries(actor),
      servesCustomers(actor) ? recentAnswers(adminContext(), actor, LAST_SHOWN) : [],
      readFirstSteps(actor),
      actor.role === "programme_operator" ? readService(now) : null,
    ]);
  // Where the day is too long to be read, its own page tells what may have been sent twice, branch by branch.
  const alike = isReadable && servesCustomers(actor) ? await readLookAlikes(actor, { now, zone }) : null;
  return {
    readAt: now.toISOString(),
    today: formatLocalDate(now, zone),
    firstSteps,
    needs: [...needs, ...(alike === null ? [] : [alike])]
      .filter(({ count }) => count > 0)
      .sort((one, other) => URGENCY.indexOf(one.kind) - URGENCY.indexOf(other.kind)),
    answers: answers.map(presentDecided),
    now: figuresOf(present),
    before: {
      day: before.day,
      until: before.until.toISOString(),
      isWholeDay: before.isWholeDay,
      ...figuresOf(before),
    },
    days: days.map((one) => ({ day: one.day, ...figuresOf(one) })),
    acts,
    entries,
    service,
  };
}

const WEEK_MS = 7 * DAY_MS;

/** The last copy of the database by `bin/run.mjs backup`, and the findings of the last week about rows beside the logs. */
async function readService(now: Date): Promise<Home["service"]> {
  const database = prisma();
  const [copy, findings] = await Promise.all([
    database.auditLog.findFirst({
      where: { subjectType: "programme", subjectId: "1", action: "programme.back_up" },
      orderBy: { id: "desc" },
      select: { createdAt: true, after: true },
    }),
    database.securityEvent.count({
      where: { kind: "state.changed", createdAt: { gt: new Date(now.getTime() - WEEK_MS) } },
    }),
  ]);
  const isProved = (copy?.after as { isProved?: boolean } | null)?.isProved === true;
  return { lastBackup: copy && { at: copy.createdAt.toISOString(), isProved }, isWell: findings === 0 };
}

/** Null for everybody but an admin of a merchant at whose branches no points have moved. */
async function readFirstSteps({ role, merchantId, branchIds }: PortalActor): Promise<FirstSteps | null> {
  if (role !== "merchant_admin" || merchantId === null) return null;
  if (await hasEntries(portalPool(), branchIds)) return null;
  const database = prisma();
  const [branches, cashiers, clients, tills] = await Promise.all([
    database.branch.count({ where: { merchantId, isActive: true } }),
    database.user.count({ where: { merchantId, role: "cashier", isActive: true } }),
    database.apiClient.count({ where: { merchantId, revokedAt: null, sandboxId: null } }),
    database.till.count({
      where: { branchId: { in: [...branchIds] }, registeredAt: { not: null }, revokedAt: null },
    }),
  ]);
  return { branch: branches > 0, cashier: cashiers > 0, till: clients + tills > 0 };
}

const servesCustomers = ({ role }: PortalActor) => SERVING_ROLES.some((serving) => serving === role);

/** The most urgent first: a person stands at a till; systems wait; others wait; the rest can wait. */
const URGENCY: readonly NeedKind[] = [
  "approvals",
  "reviews",
  "webhooks",
  "adjustments",
  "imports",
  "lookAlikes",
  "notJoined",
  "ownRequests",
  "clients",
  "deals",
  "cases",
];

function figuresOf({ rewards, redemptions, value, customers }: DayFigures): HomeFigures {
  return { rewards, redemptions, value: inUnits(value), customers };
}

async function allBranchIds(): Promise<number[]> {
  const branches = await prisma().branch.findMany({ select: { id: true } });
  return branches.map(({ id }) => id);
}

/** Open tasks of the actor, by each of their rights. */
async function readNeeds(actor: PortalActor): Promise<Need[]> {
  const context = adminContext();
  const permitted = NEEDS.filter(([action]) => isPermitted(actor, action));
  return Promise.all(permitted.map(([, read]) => read(context, actor)));
}

const inDays = ({ clock }: AdminContext, days: number) => new Date(clock.now().getTime() + days * DAY_MS);

/** Readers of open tasks, each with the right to do them. */
const NEEDS: readonly [AdminAction, (context: AdminContext, actor: PortalActor) => Promise<Need>][] = [
  [
    "approval.decide",
    async (context, actor) => {
      const [count, first] = await Promise.all([
        countWaitingApprovals(context, actor),
        firstWaitingApprovals(context, actor, FIRST),
      ]);
      return {
        kind: "approvals",
        count,
        first: first.map(heldAtTill),
      };
    },
  ],
  [
    "approval.review",
    async (context, actor) => {
      const { count, reviews } = await firstWaitingReviews(context, actor, FIRST);
      return { kind: "reviews", count, first: reviews.map(heldAtTill) };
    },
  ],
  [
    "wallet.approve_adjustment",
    async (context, actor) => {
      const [count, first] = await Promise.all([
        countWaitingAdjustments(context, actor),
        firstWaitingAdjustments(context, actor, FIRST),
      ]);
      return {
        kind: "adjustments",
        count,
        first: first.map((asked) => ({ ...asked, expiresAt: asked.expiresAt.toISOString() })),
      };
    },
  ],
  [
    "wallet.adjust",
    async (context, actor) => {
      const { count, requests } = await firstOwnRequests(context, actor, FIRST);
      return {
        kind: "ownRequests",
        count,
        first: requests.map((asked) => ({
          ...asked,
          expiresAt: asked.expiresAt.toISOString(),
          deciders: ableOf(asked.deciders).map(({ name }) => name),
        })),
      };
    },
  ],
  [
    "wallet.join_many",
    async ({ database }, { merchantId }) => {
      const { customers, points } = await findNotJoined(database, { merchantId, max: NOT_JOINED_SHOWN });
      return { kind: "notJoined", count: customers, first: points === 0 ? [] : [{ id: 1, points }] };
    },
  ],
  [
    "wallet.import",
    async (context, actor) => {
      const imports = await listStartableImports(context, actor);
      return {
        kind: "imports",
        count: imports.length,
        first: imports
          .slice(0, FIRST)
          .map(({ createdBy, ...one }) => ({ ...one, createdBy: createdBy.name })),
      };
    },
  ],
  [
    "webhook.read",
    async (context, actor) => {
      const { count, webhooks } = await firstFailingWebhooks(context, actor, FIRST);
      return {
        kind: "webhooks",
        count,
        first: webhooks.map(({ id, url, state, failingSince, disabledAt }) => ({
          id,
          host: new URL(url).host,
          isActive: state === "active",
          since: (failingSince ?? disabledAt)?.toISOString() ?? null,
        })),
      };
    },
  ],
  [
    "deal.read",
    async (context, actor) => {
      const { count, deals } = await firstEndingDeals(context, actor, {
        before: inDays(context, DEAL_DAYS),
        limit: FIRST,
      });
      return {
        kind: "deals",
        count,
        first: deals.map((deal) => ({ ...deal, endDate: deal.endDate.toISOString() })),
      };
    },
  ],
  [
    "client.read",
    async (context, actor) => {
      const clients = await listEndingClients(context, actor, { before: inDays(context, CLIENT_DAYS) });
      return {
        kind: "clients",
        count: clients.length,
        first: clients
          .slice(0, FIRST)
          .map(({ endsAt, ...client }) => ({ ...client, endsAt: endsAt.toISOString() })),
      };
    },
  ],
  [
    "radar.read",
    async (context, actor) => {
      const { count, cases } = await firstOpenCases(context, actor, FIRST);
      return {
        kind: "cases",
        count,
        first: cases.map(({ id, user, openedAt, assignedTo }) => ({
          id,
          person: user,
          openedAt: openedAt.toISOString(),
          isMine: assignedTo === actor.userId,
        })),
      };
    },
  ],
];

type HeldAtTill = Awaited<ReturnType<typeof firstWaitingReviews>>["reviews"][number];

function heldAtTill({
  id,
  operation,
  points,
  valueHundredths,
  user,
  branch,
  expiresAt,
}: Pick<HeldAtTill, "id" | "operation" | "points" | "valueHundredths" | "expiresAt"> & {
  user: { name: string };
  branch: { nameEn: string; nameAr: string } | null;
}) {
  return {
    id,
    operation: operationOf(operation),
    points: Number(points),
    value: inUnits(valueHundredths),
    askedBy: user.name,
    branch,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Possible double sales today at the actor's branches; null for those who work at none. */
async function readLookAlikes(
  actor: PortalActor,
  { now, zone }: { now: Date; zone: string },
): Promise<Need | null> {
  const { branchIds } = actor;
  if (branchIds.length === 0) return null;
  const today = formatLocalDate(now, zone);
  const stretch = { from: parseZonedDateTime(today, zone), until: startOfDayAfter(today, zone) };
  const { count, groups } = await lookAlikes(portalPool(), { branchIds, ...stretch, limit: FIRST });
  const branches = await prisma().branch.findMany({
    where: { id: { in: groups.flatMap(({ entries }) => entries[0]?.entry.branchId ?? []) } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return {
    kind: "lookAlikes",
    count,
    first: groups.flatMap(({ entries: [first], count }) => {
      const branch = branches.find(({ id }) => id === first?.entry.branchId);
      if (first === undefined || branch === undefined) return [];
      const { id: entryId, amount: points, createdAt } = first.entry;
      return [{ entryId, count, points, at: createdAt.toISOString(), branch }];
    }),
  };
}

/** Last entries at the branch that the actor works for now. */
async function readLastEntries(actor: PortalActor): Promise<Home["entries"]> {
  const branchId = actor.activeBranchId ?? actor.branchIds[0];
  if (branchId === undefined) return [];
  const { entries } = await branchHistory(portalPool(), { branchId, limit: LAST_SHOWN });
  await leadTo(
    viewContext(),
    actor,
    entries.map(({ entry }) => entry.walletId),
  );
  return presentEntries(entries);
}
