import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decimal } from "decimal.js";
import { presentEntries, presentPage } from "@/lib/areas/entries/portal";
import type { EntryPage } from "@/lib/areas/entries/schemas";
import { viewContext } from "@/lib/areas/wallets/portal";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import { expiringEntries, listedEntries } from "@/lib/log/listed-entries";
import { fileHeaders } from "@/lib/platform/csv";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { Language } from "@/lib/platform/language";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import {
  createFileRunner,
  createReportFile,
  type FileEntry,
  type FileQuery,
  listedFilter,
  listedScope,
} from "./files";
import { reportScopeOf } from "./read-portal";
import {
  type CreateReportFile,
  type FileFormat,
  type ReportEntriesFilter,
  type ReportEntriesQuery,
  type ReportFile,
  reportFileSchema,
} from "./schemas";
import { FILE_DAYS } from "./words";

/** Makes files of entries in this process. */
export function reportFileRunner(): RecurringJob<void> {
  return processSingleton("report-file-runner", () => {
    const { clock, programme } = services();
    return createFileRunner({
      pool: portalPool(),
      source: async () => (await reportsSource()).pool,
      clock,
      timeZone: () => programme.timeZone(),
      present: presentWithWorth,
      onError: (error) => log().error({ err: error }, "A file of entries was interrupted and is tried again"),
    });
  });
}

/** Decimals of a worth in a file: enough for a million lines to add up to the hundredth. */
const WORTH_DECIMALS = 10;

async function presentWithWorth(entries: readonly HistoryEntry[]): Promise<FileEntry[]> {
  const versions = await prisma().segmentVersion.findMany({
    where: { id: { in: [...new Set(entries.map(({ entry }) => entry.segmentVersionId))] } },
    select: { id: true, redeemFactor: true },
  });
  const rates = new Map(versions.map(({ id, redeemFactor }) => [id, redeemFactor.toString()]));
  const shown = await presentEntries(entries);
  return shown.map((entry, place) => {
    const rate = rates.get(entries[place]?.entry.segmentVersionId ?? 0) ?? 1;
    const points = new Decimal(entry.points + entry.suspendedPoints);
    return { ...entry, worth: points.div(rate).toDecimalPlaces(WORTH_DECIMALS).toFixed() };
  });
}

/** Fills two screens below the filters. */
const PAGE_ENTRIES = 25;

/**
 * The entries behind a bar of a report, newest first, within the actor's reach; with `expires`, what made the points that expire
 * then. Throws AdminError as a report, DomainError 1002 for a cursor that is none.
 */
export async function readReportEntries(
  actor: PortalActor,
  { cursor, limit = PAGE_ENTRIES, expires, ...filter }: ReportEntriesQuery,
): Promise<EntryPage> {
  const { merchantId, query } = await inReach(actor, filter);
  const { pool } = await reportsSource();
  const zone = services().programme.timeZone();
  const history =
    expires !== undefined
      ? await expiringEntries(pool, { filter: { merchantId, ...daysOfExpiry(expires) }, cursor, limit })
      : await listedEntries(pool, {
          scope: await listedScope(portalPool(), { ...query, merchantId }),
          filter: {
            ...listedFilter(query, zone),
            from: parseZonedDateTime(query.from, zone),
            until: startOfDayAfter(query.to, zone),
          },
          cursor,
          limit,
        });
  await leadTo(
    viewContext(),
    actor,
    history.entries.map(({ entry }) => entry.walletId),
  );
  return presentPage(history);
}

/** A filter with its days, and the merchant to which it is limited. Throws AdminError as a report. */
async function inReach(
  actor: PortalActor,
  { branchId, ...filter }: ReportEntriesFilter,
): Promise<{ merchantId: number | null; query: FileQuery }> {
  const named = branchId === 0 ? undefined : branchId;
  const { from, to, merchantId } = await reportScopeOf(actor, { ...filter, branchId: named });
  return { merchantId, query: { ...filter, branchId, from, to } };
}

function daysOfExpiry(expires: string): { from: string; to: string } {
  if (expires === "never") return { from: "infinity", to: "infinity" };
  const last = new Date(`${expires}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from: `${expires}-01`, to: last.toISOString().slice(0, 10) };
}

type Call = Parameters<typeof adminActor>[0];

/**
 * Asks for a file of the entries that a filter names, and has it made. The audit log notes the export. Throws AdminError as a report,
 * AdminError `forbidden`, `busy`.
 */
export async function askForFile(
  call: Call,
  { format, filter }: CreateReportFile,
  language: Language,
): Promise<ReportFile> {
  const { query } = await inReach(call.actor, filter);
  const fileId = await createReportFile(adminContext(), adminActor(call), {
    ...{ format, language },
    query: JSON.parse(JSON.stringify(query)) as FileQuery,
  });
  void reportFileRunner().run();
  return fileOf(await requireOwn(call.actor, fileId));
}

/** The actor's own files that are being made or are kept, the newest first. */
export async function listReportFiles(actor: PortalActor): Promise<ReportFile[]> {
  const rows = await prisma().reportFile.findMany({ where: ownFiles(actor), orderBy: { id: "desc" } });
  return rows.map(fileOf);
}

/** Only for whoever asked, and only while they act for the same merchant. Files that are too old are gone at once. */
function ownFiles({ userId, merchantId }: PortalActor) {
  const since = new Date(services().clock.now().getTime() - FILE_DAYS * DAY_MS);
  return { createdBy: userId, merchantId, OR: [{ finishedAt: null }, { finishedAt: { gt: since } }] };
}

const DAY_MS = 24 * 60 * 60_000;

type FileRow = Awaited<ReturnType<typeof requireOwn>>;

async function requireOwn(actor: PortalActor, fileId: number) {
  const row = await prisma().reportFile.findFirst({ where: { ...ownFiles(actor), id: fileId } });
  if (row === null) throw new AdminError("not_found");
  return row;
}

function fileOf(row: FileRow): ReportFile {
  const { from, to } = row.query as unknown as FileQuery;
  const expiresAt =
    row.finishedAt === null ? null : new Date(row.finishedAt.getTime() + FILE_DAYS * DAY_MS).toISOString();
  return reportFileSchema.parse({
    ...row,
    ...{ from, to, expiresAt },
    createdAt: row.createdAt.toISOString(),
    bytes: Number(row.bytes),
  });
}

/**
 * A file that is done, read part by part while it is sent. The audit log notes the export. Throws AdminError `not_found` for a person
 * else's, one that is not done, and one that is too old.
 */
export async function downloadReportFile(actor: PortalActor, fileId: number): Promise<Response> {
  const row = await requireOwn(actor, fileId);
  if (row.state !== "done") throw new AdminError("not_found");
  const { id, language, lines } = row;
  const format = row.format as FileFormat;
  const { from, to } = row.query as unknown as FileQuery;
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    details: { file: id, format, from, to, lines },
  });
  const kept = Readable.from(partsOf(id), { objectMode: false });
  const bytes = format === "csv" ? kept.compose(createGunzip()) : kept;
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: fileHeaders({
      name: `${language === "ar" ? "العمليات" : "Transactions"} ${from} ${to}`,
      plainName: `transactions ${from} ${to}`,
      extension: format,
    }),
  });
}

async function* partsOf(fileId: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const found = await prisma().reportFilePart.findUnique({ where: { fileId_part: { fileId, part } } });
    if (found === null) return;
    yield found.bytes;
  }
}
