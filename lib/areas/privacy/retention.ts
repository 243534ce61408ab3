import type { Pool } from "pg";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { type KeptKind, removalsOf } from "@/lib/platform/database/tables";
import { type Database, readRows } from "@/lib/platform/rows";
import { withSessionLock } from "@/lib/platform/session-lock";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { writeAudit } from "@/lib/portal/acts/audit-log";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { eraseIfClosed, readClosedLongAgo, sealClearHolders, sealClearIds } from "@/lib/wallet/erase";
import { RETENTION_KIND_NAMES, RETENTION_KINDS, type RetentionKind } from "./words";

export { RETENTION_KINDS } from "./words";

const PART_SIZE = 5_000;

/** How what is older than `$1` days at `$2` is removed, a part at a time. */
const removals = (kind: KeptKind) =>
  removalsOf(kind).map(({ table, act, where }) => {
    const condition = where.replaceAll("$older", "($2::timestamptz - make_interval(days => $1))");
    return `WITH gone AS (${act} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${PART_SIZE})) RETURNING 1)
            SELECT count(*)::int AS count FROM gone`;
  });

export interface RetentionView {
  kinds: { kind: RetentionKind; days: number }[];
  /** The last runs of the job, the newest first, with how much of each kind each removed. */
  runs: { at: Date; removed: Partial<Record<RetentionKind, number>> }[];
}

export async function readRetention(database: Database): Promise<RetentionView> {
  const [settings, runs] = await Promise.all([
    readRows<{ kind: string; days: number }>(database, "SELECT kind, days FROM retention"),
    readRows<RetentionView["runs"][number]>(
      database,
      "SELECT at, removed FROM retention_run ORDER BY id DESC LIMIT 30",
    ),
  ]);
  const set = new Map(settings.map(({ kind, days }) => [kind, days]));
  const daysOf = (kind: RetentionKind) => set.get(kind) ?? RETENTION_KINDS[kind].days;
  return { kinds: RETENTION_KIND_NAMES.map((kind) => ({ kind, days: daysOf(kind) })), runs };
}

/**
 * Sets how long each kind is kept.
 * @throws AdminError forbidden, invalid
 */
export function setRetention(
  context: AdminContext,
  actor: AdminActor,
  days: Readonly<Partial<Record<RetentionKind, number>>>,
): Promise<void> {
  return administer(context, actor, "privacy.update", async ({ tx, record }) => {
    const asked = RETENTION_KIND_NAMES.flatMap((kind) =>
      days[kind] === undefined ? [] : [[kind, days[kind]] as const],
    );
    for (const [kind, value] of asked) {
      const { least, most } = RETENTION_KINDS[kind];
      if (value < least || value > most) throw new AdminError("invalid", { field: "limits" });
    }
    const { kinds } = await readRetention(tx);
    for (const [kind, value] of asked)
      await tx.retention.upsert({
        where: { kind },
        create: { kind, days: value },
        update: { days: value },
      });
    await record({
      ...{ subject: "privacy", subjectId: "retention", merchantId: null },
      before: Object.fromEntries(kinds.map(({ kind, days }) => [kind, days])),
      after: {
        ...Object.fromEntries(kinds.map(({ kind, days }) => [kind, days])),
        ...Object.fromEntries(asked),
      },
    });
  });
}

export interface RetentionOptions {
  pool: Pool;
  database: PrismaClient;
  now: Date;
  /** In whose name customers of wallets that closed long ago are erased. */
  systemUserId: number;
}

/**
 * Removes what is older than its kind is kept, once a day, and keeps a report of how much. Of all processes one does it.
 * @returns how much of each kind; null when no run was due or another process is at it
 */
export function removeOld({
  pool,
  ...options
}: RetentionOptions): Promise<RetentionView["runs"][number]["removed"] | null> {
  return withSessionLock(pool, ["retention", 0], async (client) => {
    const { now } = options;
    const { kinds, runs } = await readRetention(client);
    if (runs[0] !== undefined && now.getTime() - runs[0].at.getTime() < DAY_MS) return null;
    const removed: Partial<Record<RetentionKind, number>> = {};
    for (const { kind, days } of kinds) {
      if (kind === "closedCustomers")
        removed[kind] = days === 0 ? 0 : await eraseClosed(client, days, options);
      else {
        removed[kind] = 0;
        for (const text of removals(kind)) removed[kind] += await removeAll(client, text, days, now);
      }
    }
    await sealClearIds(client);
    await sealClearHolders(client);
    await client.query("INSERT INTO retention_run (at, removed) VALUES ($1, $2)", [
      now,
      JSON.stringify(removed),
    ]);
    return removed;
  });
}

const DAY_MS = 24 * 3_600_000;

async function removeAll(database: Database, text: string, days: number, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await readRows<{ count: number }>(database, text, [days, now]);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < PART_SIZE) return total;
  }
}

async function eraseClosed(
  client: Database,
  days: number,
  { database, now, systemUserId: userId }: Omit<RetentionOptions, "pool">,
): Promise<number> {
  const found = await readClosedLongAgo(client, days, now);
  for (const { id } of found)
    await database.$transaction(async (tx) => {
      for (const subjectId of await eraseIfClosed(tx, id, now))
        await writeAudit(tx, {
          ...{
            action: "wallet.erase",
            subject: "wallet",
            subjectId,
            merchantId: null,
            at: now,
            by: { userId },
          },
          before: { isErased: false },
          after: { isErased: true, reason: `Closed for ${days} days` },
        });
    });
  return found.length;
}
