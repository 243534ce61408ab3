import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { isSecurityKind, type SecurityKind } from "@/lib/portal/security-log/kinds";
import type { ShownEvent } from "./event-schemas";
import type { AuditFilter } from "./list-acts";
import { namesOfActs } from "./subject-names";

export interface EventFilter extends Omit<AuditFilter, "action" | "subject"> {
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
  requirePermission(actor, "audit.read");
  const merchantId = filter.merchantId ?? actor.merchantId ?? undefined;
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.securityEvent.findMany({
    where: {
      ...conditions({ ...filter, merchantId }),
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

function conditions({
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
