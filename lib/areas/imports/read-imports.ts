import { readBars } from "@/lib/portal/acts/access-grants";
import { type AdminActor, ownOf, requirePermission } from "@/lib/portal/acts/actor";
import type { ConsentOnPaper } from "@/lib/portal/acts/consent";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { readAloneDays } from "@/lib/portal/acts/points-alone";
import { ableOf, type Decider, type Person, readSecondPersons } from "@/lib/portal/acts/second-persons";
import { type ImportCounts, NO_COUNTS } from "./counts";
import type { LineProblem } from "./line-problems";
import { readOutdated } from "./outdated";
import { openLine, openQuestion } from "./read-line";
import { IMPORT_PART_BYTES, type ImportColumn, type ImportKind, type ImportState } from "./words";

export interface ImportView {
  id: number;
  kind: ImportKind;
  /** The merchant of the customers; null: no single one. */
  merchant: { id: number; nameEn: string; nameAr: string } | null;
  counts: ImportCounts;
  /** How customers agreed whose lines do not say; null while nobody has answered. */
  consent: { how: "till" } | ({ how: "paper" } & ConsentOnPaper) | null;
  /** The points that the file brings count for tiers. */
  countsForTiers: boolean;
  state: ImportState;
  fileName: string;
  bytes: number;
  /** Parts that have arrived, of those there are. */
  partsReceived: number;
  /** Parts that have not arrived, while the file is arriving. */
  missing: number[];
  parts: number;
  allowsSharedMobile: boolean;
  createdBy: Person;
  createdAt: Date;
  startedBy: Person | null;
  finishedAt: Date | null;
  lines: number;
  refused: number;
  created: number;
  openingPoints: number;
  postedPoints: number;
  problem: unknown;
  /** Questions about the file that its bytes do not settle; null when nothing is asked. */
  question: unknown;
  /** Customers were made, or the merchant was changed, since the file was checked. */
  isOutdated: boolean;
  /** Points that the start gives or opens up, those of its author in the last 24 hours, and the bound of both together. */
  points: number;
  pointsBefore: number;
  pointsAbove: number;
  /** More points than one person may give: it must be started by another person than its author. */
  needsSecondPerson: boolean;
  /** People who may start it, by name. */
  starters: Decider[];
  mayStart: boolean;
}

export interface ImportRow {
  kind: string;
  counts: unknown;
  consentHow: string | null;
  weighedPoints: bigint;
  agreed: unknown;
  question: unknown;
  id: number;
  state: string;
  countsForTiers: boolean;
  bytes: number;
  partHashes: string[];
  merchantId: number | null;
  createdBy: number;
  startedBy: number | null;
  openingPoints: bigint;
}

type Startable = Pick<ImportRow, "openingPoints" | "weighedPoints" | "counts" | "createdBy" | "startedBy">;

/** Points that the start gives or opens up. Files of the release before have opening points alone. */
export function weightOf({
  openingPoints,
  weighedPoints,
}: Pick<ImportRow, "openingPoints" | "weighedPoints">) {
  return Math.max(Number(openingPoints), Number(weighedPoints));
}

export function countsOf({ counts }: Pick<ImportRow, "counts">): ImportCounts {
  return { ...NO_COUNTS, ...(counts as Partial<ImportCounts> | null) };
}

/** Tells of files whether another person than their author has to start them, as things stand, and by which points of the author's day. */
async function readNeedsSecondPerson({ database, clock }: AdminContext, authors: readonly number[]) {
  const dayOf = await readAloneDays(database, authors, clock.now());
  const isNeeded = (row: Startable) => {
    const { above, before } = dayOf(row.createdBy);
    return row.startedBy === null && (countsOf(row).isOwn || weightOf(row) + before > above);
  };
  return { dayOf, isNeeded };
}

export function partsOf(bytes: number): number {
  return Math.ceil(bytes / IMPORT_PART_BYTES);
}

function missingOf({
  state,
  bytes,
  walletImportParts,
}: Pick<ImportRow, "state" | "bytes"> & { walletImportParts: { part: number }[] }): number[] {
  if (state !== "receiving") return [];
  const arrived = new Set(walletImportParts.map(({ part }) => part));
  return Array.from({ length: partsOf(bytes) }, (_, part) => part).filter((part) => !arrived.has(part));
}

/**
 * An import as it stands.
 * @throws AdminError forbidden, not_found
 */
export async function readImport(
  context: AdminContext,
  actor: AdminActor,
  importId: number,
): Promise<ImportView> {
  const [found] = await readImports(context, actor, { id: importId });
  if (found === undefined) throw new AdminError("not_found", { subject: "import" });
  return found;
}

/**
 * The last imports, the newest first: a merchant's admins see their merchant's, operators all.
 * @throws AdminError forbidden
 */
export function listImports(context: AdminContext, actor: AdminActor): Promise<ImportView[]> {
  return readImports(context, actor, {});
}

/**
 * The files that were read, have wallets to make and wait, the newest first: those of this actor, whoever starts them, and those of others that the actor starts
 * as the second person.
 * @throws AdminError forbidden
 */
export async function listStartableImports(context: AdminContext, actor: AdminActor): Promise<ImportView[]> {
  const imports = await readImports(context, actor, { state: { in: ["checked", "stopped"] } });
  return imports.filter(
    ({ createdBy, needsSecondPerson, mayStart, lines, refused, created }) =>
      lines > refused + created && (createdBy.id === actor.userId || (mayStart && needsSecondPerson)),
  );
}

/**
 * How many files wait for this actor to start them, because their author may not give away so many points alone.
 * @throws AdminError forbidden
 */
export async function countWaitingImports(context: AdminContext, actor: AdminActor): Promise<number> {
  requirePermission(actor, "wallet.import");
  const { database, clock } = context;
  const rows = await database.walletImport.findMany({
    where: { ...ownOf(actor), state: "checked", createdBy: { not: actor.userId }, ...GIVES },
    select: { openingPoints: true, weighedPoints: true, counts: true, createdBy: true, startedBy: true },
  });
  if (rows.length === 0) return 0;
  const [{ isNeeded }, isBarred] = await Promise.all([
    readNeedsSecondPerson(
      context,
      rows.map(({ createdBy }) => createdBy),
    ),
    readBars(database, clock.now()),
  ]);
  return rows.filter((row) => isNeeded(row) && !isBarred(actor.userId, row.createdBy)).length;
}

const GIVES = { OR: [{ openingPoints: { gt: 0 } }, { weighedPoints: { gt: 0 } }] };

const LISTED_MAX = 50;

async function readImports(
  context: AdminContext,
  actor: AdminActor,
  which: { id?: number; state?: { in: ImportState[] } },
): Promise<ImportView[]> {
  requirePermission(actor, "wallet.import");
  const { database, clock } = context;
  const rows = await database.walletImport.findMany({
    where: { ...which, ...ownOf(actor) },
    include: { walletImportParts: { select: { part: true } }, consentProof: true },
    orderBy: { id: "desc" },
    take: LISTED_MAX,
  });
  const { dayOf, isNeeded } = await readNeedsSecondPerson(
    context,
    rows.map(({ createdBy }) => createdBy),
  );
  const outdated = await readOutdated(database, rows);
  const { person, merchantOf } = await readNames(database, rows);
  const waiting = rows.filter(isNeeded);
  const secondPersons = await readSecondPersons(
    database,
    "wallet.import",
    waiting.map(({ merchantId, createdBy }) => ({ merchantId, askedBy: createdBy })),
    clock.now(),
  );
  const starters = new Map(waiting.map(({ id }, index) => [id, secondPersons[index]]));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as ImportKind,
    merchant: merchantOf(row.merchantId),
    counts: countsOf(row),
    consent: consentOf(row),
    countsForTiers: row.countsForTiers,
    state: row.state as ImportState,
    fileName: row.fileName,
    bytes: row.bytes,
    partsReceived: row.walletImportParts.length,
    missing: missingOf(row),
    parts: partsOf(row.bytes),
    allowsSharedMobile: row.allowsSharedMobile,
    createdBy: person(row.createdBy),
    createdAt: row.createdAt,
    startedBy: row.startedBy === null ? null : person(row.startedBy),
    finishedAt: row.finishedAt,
    lines: row.lines,
    refused: row.refused,
    created: row.created,
    openingPoints: Number(row.openingPoints),
    postedPoints: Number(row.postedPoints),
    problem: row.problem,
    question: openQuestion(row.question),
    isOutdated: outdated.has(row.id),
    points: weightOf(row),
    pointsBefore: dayOf(row.createdBy).before,
    pointsAbove: dayOf(row.createdBy).above,
    needsSecondPerson: starters.has(row.id),
    starters: starters.get(row.id) ?? [],
    mayStart: starters.has(row.id)
      ? ableOf(starters.get(row.id) ?? []).some(({ id }) => id === actor.userId)
      : true,
  }));
}

/** The people and merchants whom some imports name. */
async function readNames(
  database: AdminContext["database"],
  rows: readonly Pick<ImportRow, "createdBy" | "startedBy" | "merchantId">[],
) {
  const ids = rows.flatMap(({ createdBy, startedBy }) => [createdBy, ...(startedBy ? [startedBy] : [])]);
  const users = await database.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: PERSON,
  });
  const merchants = await database.merchant.findMany({
    where: { id: { in: rows.flatMap(({ merchantId }) => merchantId ?? []) } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  const person = (id: number) => ({ id, name: names.get(id) ?? "" });
  const merchantOf = (merchantId: number | null) => merchants.find(({ id }) => id === merchantId) ?? null;
  return { person, merchantOf };
}

function consentOf({
  consentHow,
  consentProof,
}: {
  consentHow: string | null;
  consentProof: {
    agreedOn: Date;
    language: string;
    version: number | null;
    words: string | null;
    proof: string;
  } | null;
}): ImportView["consent"] {
  if (consentProof === null) return consentHow === "till" ? { how: "till" } : null;
  const { agreedOn, language, version, words, proof } = consentProof;
  return {
    how: "paper",
    agreedOn: agreedOn.toISOString().slice(0, 10),
    language: language === "ar" ? "ar" : "en",
    version: version ?? undefined,
    words: words ?? undefined,
    proof,
  };
}

/** A refused line of an import, with what it said. */
export interface RefusedLine {
  line: number;
  problems: LineProblem[];
  cells: Partial<Record<ImportColumn, string>>;
}

const PART_SIZE = 1_000;

/**
 * The lines of an import that were refused, in their order, and the columns that its file has.
 * @throws AdminError forbidden, not_found
 */
export async function readRefusedLines(
  context: AdminContext,
  actor: AdminActor,
  importId: number,
): Promise<{ fileName: string; columns: ImportColumn[]; lines: AsyncGenerator<RefusedLine> }> {
  const { fileName } = await readImport(context, actor, importId);
  const { columns } = await context.database.walletImport.findUniqueOrThrow({ where: { id: importId } });
  return { fileName, columns: columns as ImportColumn[], lines: refusedLines(context, importId) };
}

/**
 * At most `limit` of them, those after the line `after`, and whether there are more.
 * @throws AdminError forbidden, not_found
 */
export async function readRefusedPage(
  context: AdminContext,
  actor: AdminActor,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ lines: RefusedLine[]; hasMore: boolean }> {
  await readImport(context, actor, importId);
  const lines = await refusedAfter(context, importId, { after, limit: limit + 1 });
  return { lines: lines.slice(0, limit), hasMore: lines.length > limit };
}

async function* refusedLines(context: AdminContext, importId: number): AsyncGenerator<RefusedLine> {
  let after = 0;
  for (;;) {
    const lines = await refusedAfter(context, importId, { after, limit: PART_SIZE });
    yield* lines;
    after = lines.at(-1)?.line ?? 0;
    if (lines.length < PART_SIZE) return;
  }
}

async function refusedAfter(
  { database }: AdminContext,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedLine[]> {
  // Lines whose wallets were made but whose points were not are told as well.
  const rows = await database.walletImportRow.findMany({
    where: { importId, line: { gt: after }, OR: [{ state: 2 }, { state: 4, problems: { not: [] } }] },
    orderBy: { line: "asc" },
    take: limit,
  });
  return rows.map(({ line, problems, fields }) => {
    const { cells } = openLine(fields);
    return { line, problems: problems as unknown as LineProblem[], cells: cells ?? {} };
  });
}
