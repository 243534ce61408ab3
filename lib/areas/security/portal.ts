import { namesOfActs } from "@/lib/areas/audit/subject-names";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireMerchant } from "@/lib/portal/require";
import { isSecurityKind } from "@/lib/portal/security-log/kinds";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { security } from "./contract";
import type { SecurityFilters, SecurityPage, SecurityQuery, ShownEvent } from "./schemas";

const PAGE_SIZE = 50;

export const securityPortal = serveContract(security, {
  list: async ({ actor, context, query }) => {
    if (query.merchant !== undefined) requireMerchant(actor, query.merchant);
    return listSecurityEvents(context, actor, query, services().programme.timeZone());
  },
});

/**
 * Security events, the newest first: all of them for an operator, otherwise those of the actor's merchant. Days are those of
 * `zone`.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listSecurityEvents(
  { database }: Pick<AdminContext, "database">,
  actor: AdminActor,
  { cursor, ...filters }: SecurityQuery,
  zone: string,
): Promise<SecurityPage> {
  requirePermission(actor, "audit.read");
  const merchantId = filters.merchant ?? actor.merchantId ?? undefined;
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.securityEvent.findMany({
    where: {
      ...conditions({ ...filters, merchant: merchantId }, zone),
      ...(cursor !== undefined && { id: { lt: BigInt(cursor) } }),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    events: await present(database, shown),
    nextCursor: rows.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null,
  };
}

function conditions(
  { who, kind, grave, merchant, from, until }: SecurityFilters,
  zone: string,
): Prisma.SecurityEventWhereInput {
  return {
    ...(who !== undefined && { userId: who }),
    ...(kind !== undefined && { kind }),
    ...(grave !== undefined && { isGrave: true }),
    ...(merchant !== undefined && { merchantId: merchant }),
    createdAt: {
      ...(from !== undefined && { gte: parseZonedDateTime(from, zone) }),
      ...(until !== undefined && { lt: startOfDayAfter(until, zone) }),
    },
  };
}

type Row = Prisma.SecurityEventGetPayload<object>;

async function present(database: AdminContext["database"], rows: readonly Row[]): Promise<ShownEvent[]> {
  const ids = (of: (row: Row) => number | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const [users, branches, clients, subjects] = await Promise.all([
    database.user.findMany({
      where: { id: { in: ids((row) => row.userId) } },
      select: { id: true, name: true },
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
        user: user ?? null,
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
