import { hash } from "node:crypto";
import type { Ledger } from "@/lib/ledger/run/ledger";
import type { Clock } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/database/generated/client";
import { openFilePart, sealFilePart } from "@/lib/platform/personal";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { rememberColumns } from "@/lib/platform/table/remembered";
import type { Agreed } from "@/lib/platform/table/survey";
import { type WaitingWork, waitingWork } from "@/lib/platform/waiting-work";
import { readBars } from "@/lib/portal/acts/access-grants";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { type Act, administer, noteWeighed, type Transaction } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { countAlone } from "@/lib/portal/acts/points-alone";
import { FORGET_PASSES } from "@/lib/portal/acts/wallet-views";
import { requireProved } from "@/lib/portal/security-log/proved";
import { carryOut, rowsOf } from "./carry-out";
import { checkFile } from "./check-file";
import { countsOf, type ImportRow, partsOf, weightOf } from "./read-imports";
import { openQuestion } from "./read-line";
import {
  IMPORT_BYTES_MAX,
  IMPORT_PART_BYTES,
  type ImportKind,
  type ImportState,
  MATCHED_NAMES,
} from "./words";

interface CreateImportInput {
  /** New customers when absent. */
  kind?: ImportKind | undefined;
  fileName: string;
  bytes: number;
  /** Of an operator's file: the merchant whose customers they are; null: of none. The only one when absent. */
  merchantId?: number | null | undefined;
  /** Customers may have several wallets under one mobile number. */
  allowsSharedMobile: boolean;
  /** SHA-256 of each part of the file, in hex. A file that is announced without them is never gone on with. */
  parts?: readonly string[] | undefined;
}

/** Incomplete files of one person; above this number one has to be discarded first. */
const ARRIVING_MAX = 10;

/**
 * Announces a file of wallets, whose parts are to follow. One of the same content that the actor began before goes on, whatever its name.
 * @throws AdminError forbidden, invalid, busy when too many are on their way
 */
export function createImport(
  context: AdminContext,
  actor: AdminActor,
  { kind = "new", fileName, bytes, merchantId: asked, allowsSharedMobile, parts }: CreateImportInput,
): Promise<number> {
  const isWhole = parts === undefined || parts.length === partsOf(bytes);
  if (bytes < 1 || bytes > IMPORT_BYTES_MAX || !isWhole) throw new AdminError("invalid", { field: "file" });
  return administer(context, actor, "wallet.import", async ({ tx, now, record }) => {
    const { userId } = actor;
    const merchantId = await merchantOfFile(tx, actor, asked);
    const file = { kind, bytes, allowsSharedMobile, merchantId };
    const partHashes = [...(parts ?? [])];
    const same = { ...file, createdBy: userId, state: "receiving", partHashes: { equals: partHashes } };
    const begun = parts && (await tx.walletImport.findFirst({ where: same, orderBy: { id: "desc" } }));
    if (begun) return begun.id;
    const arriving = await tx.walletImport.count({ where: { createdBy: userId, state: "receiving" } });
    if (arriving >= ARRIVING_MAX) throw new AdminError("busy");
    noteWeighed({ tx });
    const { id } = await tx.walletImport.create({
      data: { ...file, fileName, partHashes, createdBy: userId, createdAt: now },
    });
    await record({
      subject: "import",
      subjectId: id,
      merchantId,
      before: null,
      after: { state: "receiving", kind, fileName, bytes, allowsSharedMobile },
    });
    return id;
  });
}

/** The merchant whose customers a file brings: the actor's, or the one that an operator says. @throws AdminError invalid, forbidden */
async function merchantOfFile(
  tx: Transaction,
  actor: AdminActor,
  asked: number | null | undefined,
): Promise<number | null> {
  if (actor.merchantId !== null) {
    if (asked !== undefined && asked !== actor.merchantId) throw new AdminError("forbidden");
    return actor.merchantId;
  }
  if (asked === null) return null;
  const merchants = await tx.merchant.findMany({
    where: { isActive: true, ...(asked !== undefined && { id: asked }) },
    select: { id: true },
    take: 2,
  });
  if (asked !== undefined && merchants.length === 0) throw new AdminError("invalid", { field: "merchantId" });
  return merchants.length === 1 ? (merchants[0]?.id ?? null) : null;
}

/**
 * Keeps a part of a file that is arriving, when its SHA-256 is the announced one. The same part again changes nothing, and another one in its place is refused.
 * @throws AdminError forbidden, not_found, conflict when the file is no longer expected, invalid, other_content
 */
export async function addImportPart(
  { database }: AdminContext,
  actor: AdminActor,
  { importId, part, bytes }: { importId: number; part: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  requirePermission(actor, "wallet.import");
  await database.$transaction(async (tx) => {
    const found = await lockImport(tx, actor, importId, ["receiving"]);
    const offset = part * IMPORT_PART_BYTES;
    const expected = Math.min(IMPORT_PART_BYTES, found.bytes - offset);
    if (part < 0 || expected <= 0 || bytes.byteLength !== expected)
      throw new AdminError("invalid", { field: "file" });
    const importId_part = { importId, part };
    const before = await tx.walletImportPart.findUnique({ where: { importId_part } });
    const isSame =
      before === null
        ? [undefined, hash("sha256", bytes)].includes(found.partHashes[part])
        : openFilePart(before.bytes).equals(bytes);
    if (!isSame) throw new AdminError("other_content");
    const sealed = new Uint8Array(sealFilePart(bytes));
    await tx.walletImportPart.upsert({
      where: { importId_part },
      create: { importId, part, bytes: sealed },
      update: {},
    });
  });
}

/**
 * Has a file that has arrived whole read, or read anew: the dry run. A runner does the work.
 * @throws AdminError forbidden, not_found, conflict, invalid when parts are missing
 */
export function checkImport(context: AdminContext, actor: AdminActor, importId: number): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    const found = await lockImport(act.tx, actor, importId, ["receiving", "checked"]);
    const received = await act.tx.walletImportPart.count({ where: { importId } });
    if (received !== partsOf(found.bytes)) throw new AdminError("invalid", { field: "file" });
    if (found.state === "checked") await forgetLines(act.tx, importId);
    await move(act, found, { state: "checking" });
  });
}

/**
 * Has an import carried out, from its beginning or from where it was stopped. One that gives away more points than the
 * programme lets its author move alone in 24 hours is started by a second person, whom its author has not made or reset
 * today (rules.md §16). Lines that do not say whether their customers agreed need an answer first.
 * @throws AdminError forbidden, not_found, conflict, consent_unanswered, approval_required, approver_not_allowed
 */
export function startImport(context: AdminContext, actor: AdminActor, importId: number): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    const found = await lockImport(act.tx, actor, importId, ["checked", "stopped"]);
    if (countsOf(found).unsaid > 0 && found.consentHow === null) throw new AdminError("consent_unanswered");
    if (found.startedBy === null) await requireStarter(act, found);
    // The first starter stays on record when another person continues it.
    const startedBy = found.startedBy ?? actor.userId;
    // From here on it is read in no other way.
    await act.tx.walletImportPart.deleteMany({ where: { importId } });
    await move(act, found, { state: "running", startedBy, startedAt: act.now });
  });
}

/**
 * Says how a file is read, as far as that had to be asked, or asks for its matching to be shown before it is read again. The matching is
 * remembered for this merchant's next file with the same columns.
 * @throws AdminError forbidden, not_found, conflict, invalid (columns that are none, or no mobile number among them)
 */
export function agreeOnFile(
  context: AdminContext,
  actor: AdminActor,
  { importId, agreed }: { importId: number; agreed: Agreed<string> | "ask" },
): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    const found = await lockImport(act.tx, actor, importId, ["asking", "checked"]);
    const before = (found.agreed ?? {}) as Agreed<string>;
    const { columns } = agreed === "ask" ? before : agreed;
    if (agreed !== "ask" && columns !== undefined) {
      requireMatching(columns);
      const { headers } = openQuestion(found.question) ?? { headers: [] };
      if (headers.length === columns.length && headers.some((header) => header !== ""))
        await rememberColumns(
          asSender(act.tx),
          { merchantId: found.merchantId, kind: "customers", headers },
          columns,
        );
    }
    await forgetLines(act.tx, importId);
    await act.tx.walletImport.update({
      where: { id: importId },
      data: {
        agreed:
          agreed === "ask" ? { ...before, isAskedFor: true } : { ...before, ...agreed, isAskedFor: false },
        question: Prisma.DbNull,
      },
    });
    await move(act, found, { state: "checking" });
  });
}

/** Forgets what the lines of a file came to: it is read anew. */
async function forgetLines(tx: Transaction, importId: number): Promise<void> {
  await tx.walletImportRow.deleteMany({ where: { importId } });
  await tx.walletImport.update({ where: { id: importId }, data: { lines: 0, refused: 0, openingPoints: 0 } });
}

/** A transaction of Prisma as what sends a statement. */
function asSender(tx: Transaction) {
  return {
    query: async (text: string, values: unknown[]) => ({
      rows: await tx.$queryRawUnsafe<unknown[]>(text, ...values),
    }),
  };
}

/** @throws AdminError invalid */
function requireMatching(columns: readonly (string | null)[]): void {
  const named = columns.filter((column) => column !== null);
  const isKnown = named.every((column) => Object.hasOwn(MATCHED_NAMES, column));
  const once = named.filter((column) => column !== "mobile");
  if (!isKnown || !named.includes("mobile") || new Set(once).size < once.length)
    throw new AdminError("invalid", { field: "columns" });
}

/**
 * Has an import stop at its next chunk. Finished chunks stay.
 * @throws AdminError forbidden, not_found, conflict
 */
export function stopImport(context: AdminContext, actor: AdminActor, importId: number): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    await move(act, await lockImport(act.tx, actor, importId, ["running"]), { state: "stopped" });
  });
}

/**
 * Gives an import up and forgets what its file said. Wallets that it has made stay.
 * @throws AdminError forbidden, not_found, conflict
 */
export function discardImport(context: AdminContext, actor: AdminActor, importId: number): Promise<void> {
  return administer(context, actor, "wallet.import", async (act) => {
    const found = await lockImport(act.tx, actor, importId, [
      "receiving",
      "asking",
      "checked",
      "stopped",
      "failed",
    ]);
    // Wallets whose opening points are on their way must get them: they are the ledger's to post.
    const pending = await act.tx.walletImportRow.count({ where: { importId, state: 3 } });
    if (pending > 0) throw new AdminError("busy");
    await act.tx.walletImportPart.deleteMany({ where: { importId } });
    await act.tx.walletImportRow.deleteMany({ where: { importId, state: { in: [1, 2] } } });
    await move(act, found, { state: "discarded", finishedAt: act.now });
  });
}

/** The import, locked, when the actor may know of it and it is in one of these states. */
export async function lockImport(
  tx: Transaction,
  actor: AdminActor,
  importId: number,
  states: readonly ImportState[],
): Promise<ImportRow> {
  await tx.$queryRaw`SELECT 1 FROM wallet_import WHERE id = ${importId} FOR UPDATE`;
  const found = await tx.walletImport.findUnique({ where: { id: importId } });
  if (found === null || !isOwnMerchant(actor, found.merchantId))
    throw new AdminError("not_found", { subject: "import" });
  if (!states.some((state) => state === found.state))
    throw new AdminError("conflict", { subject: "import", version: 0 });
  return found;
}

async function move(
  act: Act,
  { id, state, merchantId }: ImportRow,
  changes: { state: ImportState; startedBy?: number; startedAt?: Date; finishedAt?: Date },
): Promise<void> {
  // Only a start gives points, and `requireStarter` has weighed those.
  noteWeighed(act);
  const { tx, record } = act;
  await tx.walletImport.update({ where: { id }, data: changes });
  await record({
    subject: "import",
    subjectId: id,
    merchantId,
    before: { state },
    after: { state: changes.state },
  });
}

/** The second person does not depend on the author; everybody else starts what the author may give alone. */
async function requireStarter({ tx, actor, now }: Act, found: ImportRow): Promise<void> {
  const { id, createdBy } = found;
  const isAuthor = actor.userId === createdBy;
  const isBarred = await readBars(tx, now);
  if (!isAuthor && !isBarred(actor.userId, createdBy)) return;
  const isOwn = countsOf(found).isOwn;
  const counted = await countAlone(tx, {
    userId: createdBy,
    kind: "import",
    reference: String(id),
    points: weightOf(found),
    now,
  });
  if (counted === null && !isOwn) return;
  if (!isAuthor) throw new AdminError("approver_not_allowed");
  throw counted === null ? new AdminError("own_number") : new AdminError("approval_required", counted);
}

interface ImportRunnerOptions extends Pick<WaitingWork, "pool" | "onError"> {
  ledger: Pick<Ledger, "post">;
  clock: Clock;
}

/** Reads files and carries imports out, each from where it stopped. */
export function createImportRunner({
  pool,
  ledger,
  clock,
  onError,
}: ImportRunnerOptions): RecurringJob<void> {
  return waitingWork({
    name: "imports",
    pool,
    waiting: "SELECT id FROM wallet_import WHERE state IN ('checking', 'running') ORDER BY id",
    lock: "wallet import",
    before: async () => {
      for (const text of [FORGET_PARTS, FORGET_PASSES]) await pool.query(text, [clock.now()]);
    },
    work: async (client, importId, signal) => {
      const { rows } = await client.query<{ state: string }>(
        "SELECT state FROM wallet_import WHERE id = $1",
        [importId],
      );
      const state = rows[0]?.state;
      await requireProved(client, rowsOf(importId));
      if (state === "checking") await checkFile(client, { importId, now: clock.now(), signal });
      if (state === "running") await carryOut(client, { importId, ledger, now: () => clock.now(), signal });
    },
    onError,
  });
}

/** A file that never arrived whole is needed by nobody. Refused lines are kept as docs/privacy.md says. */
const FORGET_PARTS = `DELETE FROM wallet_import_part p USING wallet_import i
    WHERE i.id = p.import_id AND i.state = 'receiving' AND i.created_at < $1::timestamptz - interval '1 day'`;
