import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import type { Database } from "@/lib/platform/rows";
import { type AdminActor, requireReach } from "@/lib/portal/acts/actor";
import { openedSnapshot } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { PERSON, person, personName } from "@/lib/portal/acts/person";
import { isSecurityKind, type SecurityKind } from "@/lib/portal/security-log/kinds";
import { readCustomerKeys } from "@/lib/wallet/customer-key";
import type { ShownEvent } from "./schemas";
import { namesOfActs, type SubjectDatabase, type SubjectName } from "./subject-names";

/** Absent: every act. */
export interface AuditFilter {
  /** Only acts that concern this merchant. */
  merchantId?: number | undefined;
  userId?: number | undefined;
  /** An action such as "client.rotate", or a group of them such as "client." */
  action?: string | undefined;
  subject?: { type: string; id?: string | string[] | undefined } | undefined;
  /** Only those that one person decided alone while the programme was set up. */
  isAlone?: boolean | undefined;
  from?: Date | undefined;
  /** Not included. */
  until?: Date | undefined;
}

export interface AuditEntry {
  id: string;
  at: Date;
  user: { id: number; name: string } | null;
  merchantId: number | null;
  action: string;
  subject: { type: string; id: string; name: SubjectName | null };
  before: unknown;
  after: unknown;
  /** Names of the numbers in fields of `before` and `after`, by `<field> <number>`. */
  names: Record<string, SubjectName>;
  ipAddress: string | null;
  requestId: string | null;
}

interface AuditPage {
  acts: AuditEntry[];
  /** Where the next page begins; null on the last. */
  nextCursor: string | null;
}

const PAGE_SIZE_MAX = 200;

/** Acts that match, the newest first, page by page. The caller checks who may ask. */
export async function listActs(
  database: Pick<PrismaClient, "auditLog" | "user"> & SubjectDatabase & Database,
  filter: AuditFilter,
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<AuditPage> {
  const size = Math.min(limit, PAGE_SIZE_MAX);
  const rows = await database.auditLog.findMany({
    where: {
      ...actConditions(filter),
      ...(cursor !== undefined && { id: { lt: BigInt(cursor) } }),
    },
    orderBy: { id: "desc" },
    take: size + 1,
  });
  const shown = rows.slice(0, size);
  const wallets = shown.filter(({ subjectType }) => subjectType === "wallet");
  const codes = [...new Set(wallets.map(({ subjectId }) => subjectId))];
  const [users, names, keys] = await Promise.all([
    namesOf(database, shown),
    namesOfActs(database, shown),
    readCustomerKeys(database, codes),
  ]);
  const opened = (row: (typeof shown)[number], snapshot: unknown) =>
    row.subjectType === "wallet"
      ? openedSnapshot(snapshot as object | null, keys.get(row.subjectId))
      : snapshot;
  return {
    acts: shown.map((row, index) => ({
      id: String(row.id),
      at: row.createdAt,
      user: row.userId === null ? null : { id: row.userId, name: users.get(row.userId) ?? "" },
      merchantId: row.merchantId,
      action: row.action,
      subject: {
        type: row.subjectType,
        id: row.subjectId,
        name: names[index]?.subject ?? null,
      },
      before: opened(row, row.before),
      after: opened(row, row.after),
      names: names[index]?.fields ?? {},
      ipAddress: row.ipAddress,
      requestId: row.requestId,
    })),
    nextCursor: rows.length > size ? String(shown.at(-1)?.id) : null,
  };
}

/** Acts for which a second person would have been asked, had the programme not been set up. */
const DECIDED_ALONE = { after: { path: ["isSettingUp"], equals: true } };

/** How many acts one person decided alone while the programme was set up. */
export const countDecidedAlone = ({ auditLog }: Pick<PrismaClient, "auditLog">): Promise<number> =>
  auditLog.count({ where: DECIDED_ALONE });

function actConditions({
  merchantId,
  userId,
  action,
  subject,
  isAlone,
  from,
  until,
}: AuditFilter): Prisma.AuditLogWhereInput {
  return {
    ...(merchantId !== undefined && { merchantId }),
    ...(userId !== undefined && { userId }),
    ...(action !== undefined && { action: action.endsWith(".") ? { startsWith: action } : action }),
    ...(subject !== undefined && { subjectType: subject.type }),
    ...(subject?.id !== undefined && {
      subjectId: typeof subject.id === "string" ? subject.id : { in: subject.id },
    }),
    ...(isAlone && DECIDED_ALONE),
    createdAt: {
      ...(from !== undefined && { gte: from }),
      ...(until !== undefined && { lt: until }),
    },
  };
}

async function namesOf(
  database: Pick<PrismaClient, "user">,
  rows: readonly { userId: number | null }[],
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const users = await database.user.findMany({
    where: { id: { in: ids } },
    select: PERSON,
  });
  return new Map(users.map((user) => [user.id, personName(user)]));
}

/**
 * The audit log, the newest first: of everything for an operator, otherwise of what concerns the actor's merchant.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function readAudit(
  { database }: AdminContext,
  actor: AdminActor,
  {
    cursor,
    limit,
    ...filter
  }: AuditFilter & { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<AuditPage> {
  const merchantId = filter.merchantId ?? actor.merchantId ?? undefined;
  requireReach(actor, "audit.read", merchantId);
  return listActs(database, { ...filter, merchantId }, { cursor, limit });
}

interface EventFilter extends Omit<AuditFilter, "action" | "subject"> {
  kind?: SecurityKind | undefined;
  /** Kinds that are left out. */
  without?: readonly SecurityKind[] | undefined;
  isGrave?: true | undefined;
}

/**
 * Security events, the newest first: all of them for an operator, otherwise those of the actor's merchant.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listSecurityEvents(
  { database }: Pick<AdminContext, "database">,
  actor: AdminActor,
  { cursor, limit, ...filter }: EventFilter & { cursor?: string | undefined; limit: number },
): Promise<{ events: ShownEvent[]; nextCursor: string | null }> {
  const merchantId = filter.merchantId ?? actor.merchantId ?? undefined;
  requireReach(actor, "audit.read", merchantId);
  const rows = await database.securityEvent.findMany({
    where: {
      ...eventConditions({ ...filter, merchantId }),
      ...(cursor !== undefined && { id: { lt: BigInt(cursor) } }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return {
    events: await present(database, shown),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
  };
}

function eventConditions({
  userId,
  kind,
  without,
  isGrave,
  merchantId,
  from,
  until,
}: EventFilter): Prisma.SecurityEventWhereInput {
  return {
    ...(userId !== undefined && { userId }),
    ...(kind !== undefined && { kind }),
    ...(without !== undefined && { NOT: { kind: { in: [...without] } } }),
    ...(isGrave !== undefined && { isGrave }),
    ...(merchantId !== undefined && { merchantId }),
    createdAt: { ...(from !== undefined && { gte: from }), ...(until !== undefined && { lt: until }) },
  };
}

type Row = Prisma.SecurityEventGetPayload<object>;

async function present(database: AdminContext["database"], rows: readonly Row[]): Promise<ShownEvent[]> {
  const ids = (of: (row: Row) => number | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const [users, branches, clients, subjects] = await Promise.all([
    database.user.findMany({
      where: { id: { in: ids((row) => row.userId) } },
      select: PERSON,
    }),
    database.branch.findMany({
      where: { id: { in: ids((row) => row.branchId) } },
      select: { id: true, nameEn: true, nameAr: true },
    }),
    database.apiClient.findMany({
      where: { id: { in: ids((row) => row.clientId) } },
      select: { id: true, name: true },
    }),
    namesOfActs(database, rows.map(actOf)),
  ]);
  return rows.flatMap((row, place) => {
    if (!isSecurityKind(row.kind)) return [];
    const { subject, subjectId, ...details } = detailsOf(row);
    const branch = branches.find(({ id }) => id === row.branchId);
    const user = users.find(({ id }) => id === row.userId);
    return [
      {
        id: String(row.id),
        at: row.createdAt.toISOString(),
        kind: row.kind,
        isGrave: row.isGrave,
        user: user === undefined ? null : person(user),
        merchantId: row.merchantId,
        branch: branch === undefined ? null : { en: branch.nameEn, ar: branch.nameAr },
        client: clients.find(({ id }) => id === row.clientId)?.name ?? null,
        subject:
          typeof subject === "string"
            ? { type: subject, id: String(subjectId), name: subjects[place]?.subject ?? null }
            : null,
        ipAddress: row.ipAddress,
        device: row.device,
        requestId: row.requestId,
        details,
      },
    ];
  });
}

function detailsOf({ details }: Row): Record<string, unknown> {
  return typeof details === "object" && details !== null ? { ...(details as Record<string, unknown>) } : {};
}

function actOf(row: Row) {
  const { subject, subjectId } = detailsOf(row);
  return { subjectType: String(subject), subjectId: String(subjectId), before: null, after: null };
}
