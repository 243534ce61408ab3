import { recentAnswers } from "@/lib/areas/adjustments/list-adjustments";
import { presentDecided } from "@/lib/areas/adjustments/portal";
import { readLastActs } from "@/lib/areas/audit/portal";
import { presentEntries } from "@/lib/areas/entries/portal";
import { viewContext } from "@/lib/areas/wallets/portal";
import { contactsOf } from "@/lib/ledger/rules/setting";
import type { DayFigures } from "@/lib/log/day-figures";
import { hasEntries } from "@/lib/log/first-steps";
import { branchHistory } from "@/lib/log/history";
import { commandFor } from "@/lib/platform/command-for";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { env } from "@/lib/platform/env";
import { inUnits } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { home } from "./contract";
import { readHomeDays } from "./days";
import { readDecidedAlone, readLookAlikes, readNeeds, URGENCY } from "./needs-portal";
import type { FirstSteps, Home, HomeFigures } from "./schemas";

const LAST_SHOWN = 6;
const DAY_MS = 24 * 60 * 60_000;

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
      recentAnswers(adminContext(), actor, LAST_SHOWN),
      readFirstSteps(actor),
      actor.role === "programme_operator" ? readService(now) : null,
    ]);
  // Where the day is too long to be read, its own page tells what may have been sent twice, branch by branch.
  const alone = await readDecidedAlone(actor, now);
  const alike = isReadable && servesCustomers(actor) ? await readLookAlikes(actor, { now, zone }) : null;
  return {
    readAt: now.toISOString(),
    today: formatLocalDate(now, zone),
    firstSteps,
    needs: [...needs, ...[alike, alone].filter((need) => need !== null)]
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

/** The troubles that last, the last copy of the database by `bin/run.mjs backup`, and the findings of the last week about rows beside the logs. */
async function readService(now: Date): Promise<Home["service"]> {
  const database = prisma();
  const [copy, findings, troubles, programme] = await Promise.all([
    database.auditLog.findFirst({
      where: { subjectType: "programme", subjectId: "1", action: "programme.back_up" },
      orderBy: { id: "desc" },
      select: { createdAt: true, after: true },
    }),
    database.securityEvent.count({
      where: { kind: "state.changed", createdAt: { gt: new Date(now.getTime() - WEEK_MS) } },
    }),
    database.trouble.findMany({ orderBy: [{ since: "asc" }, { key: "asc" }] }),
    database.programme.findFirst({ where: { id: 1 }, select: { troublesToldTo: true } }),
  ]);
  const { isProved = false, isOnSameDisk = false } = (copy?.after ?? {}) as {
    isProved?: boolean;
    isOnSameDisk?: boolean;
  };
  return {
    lastBackup: copy && { at: copy.createdAt.toISOString(), isProved, isOnSameDisk },
    backupCommand: commandFor(env(), "node bin/run.mjs backup"),
    isWell: findings === 0,
    isAnybodyTold: contactsOf(programme?.troublesToldTo ?? "").length > 0,
    troubles: troubles.map(({ textEn, textAr, since }) => ({ textEn, textAr, since: since.toISOString() })),
  };
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

function figuresOf({ rewards, redemptions, value, customers }: DayFigures): HomeFigures {
  return { rewards, redemptions, value: inUnits(value), customers };
}

async function allBranchIds(): Promise<number[]> {
  const branches = await prisma().branch.findMany({ select: { id: true } });
  return branches.map(({ id }) => id);
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
