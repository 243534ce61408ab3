import {
  countWaitingAdjustments,
  firstOwnRequests,
  firstWaitingAdjustments,
} from "@/lib/areas/adjustments/list-adjustments";
import { operationOf } from "@/lib/areas/approvals/portal";
import { countWaitingApprovals, firstWaitingApprovals } from "@/lib/areas/approvals/read";
import { countDecidedAlone } from "@/lib/areas/audit/read";
import { listEndingClients } from "@/lib/areas/clients/read";
import { firstEndingDeals } from "@/lib/areas/deals/read";
import { ENDING_DAYS } from "@/lib/areas/deals/words";
import { listStartableImports } from "@/lib/areas/imports/read-imports";
import { firstLateRequests } from "@/lib/areas/privacy/requests";
import { firstOpenCases } from "@/lib/areas/radar/cases";
import { firstWaitingReviews } from "@/lib/areas/radar/reviews";
import { firstNewcomers } from "@/lib/areas/staff/confirm";
import { firstFailingWebhooks } from "@/lib/areas/webhooks/webhooks";
import { lookAlikes } from "@/lib/log/history";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { inUnits } from "@/lib/platform/money";
import { formatLocalDate, parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { type AdminAction, isPermitted } from "@/lib/portal/acts/permissions";
import { type PersonNames, person, personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { ableOf } from "@/lib/portal/acts/second-persons";
import { adminContext } from "@/lib/portal/administration";
import { findNotJoined } from "@/lib/wallet/join";
import { type Need, type NeedKind, NOT_JOINED_SHOWN } from "./schemas";

/** Of each kind of things that wait. */
const FIRST = 3;
const DAY_MS = 24 * 60 * 60_000;
/** Days before its end that an API client is told about. */
const CLIENT_DAYS = 14;

/** The most urgent first: a person stands at a till; systems wait; others wait; the rest can wait. */
export const URGENCY: readonly NeedKind[] = [
  "approvals",
  "reviews",
  "webhooks",
  "adjustments",
  "privacy",
  "imports",
  "lookAlikes",
  "newPeople",
  "notJoined",
  "ownRequests",
  "alone",
  "clients",
  "deals",
  "cases",
];

/** Open tasks of the actor, by each of their rights. */
export async function readNeeds(actor: PortalActor): Promise<Need[]> {
  const context = adminContext();
  const permitted = NEEDS.filter(([action]) => isPermitted(actor, action));
  return Promise.all([readOwnRequests(context, actor), ...permitted.map(([, read]) => read(context, actor))]);
}

/** Everybody who asked for something is told that it waits. */
async function readOwnRequests(context: AdminContext, actor: PortalActor): Promise<Need> {
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
}

/** Days in which an operator who joined is told of acts that were decided before. */
const ALONE_DAYS = 14;

/** Null for everybody but operators who joined after the setting-up began, in their first days. */
export async function readDecidedAlone({ role, userId }: PortalActor, now: Date): Promise<Need | null> {
  if (role !== "programme_operator") return null;
  const database = prisma();
  const since = new Date(now.getTime() - ALONE_DAYS * DAY_MS);
  const [programme, newcomer] = await Promise.all([
    database.programme.findFirst({ where: { id: 1, setupBy: { not: null } }, select: { setupBy: true } }),
    database.user.findFirst({ where: { id: userId, createdAt: { gte: since } }, select: { id: true } }),
  ]);
  if (programme === null || programme.setupBy === userId || newcomer === null) return null;
  return { kind: "alone", count: await countDecidedAlone(database), first: [] };
}

const inDays = ({ clock }: AdminContext, days: number) => new Date(clock.now().getTime() + days * DAY_MS);

/** Readers of open tasks, each with the right to do them. */
const NEEDS: readonly [AdminAction, (context: WalletAdminContext, actor: PortalActor) => Promise<Need>][] = [
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
    "user.confirm",
    async (context, actor) => {
      const { count, people } = await firstNewcomers(context, actor, FIRST);
      return {
        kind: "newPeople",
        count,
        first: people.map((one) => ({ ...one, newUntil: one.newUntil.toISOString() })),
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
        before: inDays(context, ENDING_DAYS),
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
    "privacy.read",
    async (context) => {
      const { count, late } = await firstLateRequests(context, FIRST);
      return { kind: "privacy", count, first: late };
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
          person: person(user),
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
  user: PersonNames;
  branch: { nameEn: string; nameAr: string } | null;
}) {
  return {
    id,
    operation: operationOf(operation),
    points: Number(points),
    value: inUnits(valueHundredths),
    askedBy: personName(user),
    branch,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Possible double sales today at the actor's branches; null for those who work at none. */
export async function readLookAlikes(
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
