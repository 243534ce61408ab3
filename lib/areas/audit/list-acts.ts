import type { Prisma, PrismaClient } from "@/lib/platform/database/generated/client";
import type { Database } from "@/lib/platform/rows";
import { openedSnapshot } from "@/lib/portal/acts/audit-log";
import { readCustomerKeys } from "@/lib/wallet/customer-key";
import { namesOfActs, type SubjectDatabase, type SubjectName } from "./subject-names";

/** Absent: every act. */
export interface AuditFilter {
  /** Only acts that concern this merchant. */
  merchantId?: number | undefined;
  userId?: number | undefined;
  /** An action such as "client.rotate", or a group of them such as "client." */
  action?: string | undefined;
  subject?: { type: string; id?: string | undefined } | undefined;
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

export interface AuditPage {
  acts: AuditEntry[];
  /** Where the next page begins; null on the last. */
  nextCursor: string | null;
}

const PAGE_SIZE_MAX = 200;

/** Acts that match, the newest first, page by page. The caller checks who may ask (lib/areas/audit/read-audit.ts). */
export async function listActs(
  database: Pick<PrismaClient, "auditLog" | "user"> & SubjectDatabase & Database,
  filter: AuditFilter,
  { cursor, limit = 50 }: { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<AuditPage> {
  const size = Math.min(limit, PAGE_SIZE_MAX);
  const rows = await database.auditLog.findMany({
    where: {
      ...conditions(filter),
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

function conditions({
  merchantId,
  userId,
  action,
  subject,
  from,
  until,
}: AuditFilter): Prisma.AuditLogWhereInput {
  return {
    ...(merchantId !== undefined && { merchantId }),
    ...(userId !== undefined && { userId }),
    ...(action !== undefined && { action: action.endsWith(".") ? { startsWith: action } : action }),
    ...(subject !== undefined && { subjectType: subject.type }),
    ...(subject?.id !== undefined && { subjectId: subject.id }),
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
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}
