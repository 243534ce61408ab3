import type { PoolClient } from "pg";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { sender } from "@/lib/platform/database/sender";
import { markOfMobile, openFilePart } from "@/lib/platform/personal";
import { isUnfinished, plainCell } from "@/lib/platform/table/cells";
import { cellsByColumn, type Matching } from "@/lib/platform/table/match";
import { recallColumns } from "@/lib/platform/table/remembered";
import { type Agreed, surveyTable } from "@/lib/platform/table/survey";
import { type OpenTable, TableError } from "@/lib/platform/table/table";
import { formatLocalDate } from "@/lib/platform/time";
import { customerColumns } from "./columns";
import { countLine, type ImportCounts, NO_COUNTS, weighedPoints } from "./counts";
import { type JudgedLine, KnownCustomers, type LineJudge, NewCustomers } from "./known-customers";
import {
  BROKEN_LINE,
  INACTIVE_LINE,
  type LineRules,
  type NamedSegment,
  OPEN_QUOTE_LINE,
  readLine,
  sealLine,
  sealQuestion,
} from "./read-line";
import type { FILE_PROBLEMS } from "./schemas";
import type { FileColumn, ImportColumn, ImportKind } from "./words";

/** Lines that are looked up and written together. */
const BATCH_SIZE = 1_000;

/**
 * Reads a file that has arrived, line by line, and keeps of each line what it asks for or what is wrong with it: the
 * dry run. Nothing but the import's own rows is written. Interrupted, it begins again.
 */
export async function checkFile(
  client: PoolClient,
  { importId, now, signal }: { importId: number; now: Date; signal?: AbortSignal | undefined },
): Promise<"checked" | "asking" | "failed" | "interrupted"> {
  await client.query("DELETE FROM wallet_import_row WHERE import_id = $1", [importId]);
  try {
    const { check, agreed, merchantId } = await Check.begin(client, importId, now);
    const source = () => check.counted(partsOf(client, importId));
    const { table, columns, dayOrders, question, isClear } = await surveyTable(
      source,
      customerColumns(check.today),
      agreed,
      (headers) => recallColumns(client, { merchantId, kind: "customers", headers }),
    );
    if (!isClear || agreed.isAskedFor) {
      await client.query(ASK, [importId, JSON.stringify(sealQuestion(question))]);
      return "asking";
    }
    await check.setColumns(importColumns(columns), dayOrders);
    for await (const line of readLines(table, columns)) {
      await check.add(line);
      if (signal?.aborted) return "interrupted";
    }
    await check.end(now);
    return "checked";
  } catch (error) {
    const { problem } = toFileError(error);
    await client.query("DELETE FROM wallet_import_row WHERE import_id = $1", [importId]);
    await client.query(FAIL, [importId, JSON.stringify(problem), now]);
    await client.query("DELETE FROM wallet_import_part WHERE import_id = $1", [importId]);
    return "failed";
  }
}

const ASK = `UPDATE wallet_import SET state = 'asking', question = $2::jsonb WHERE id = $1 AND state = 'checking'`;

const FAIL = `
UPDATE wallet_import SET state = 'failed', problem = $2::jsonb, finished_at = $3, lines = 0, refused = 0
 WHERE id = $1 AND state = 'checking'`;

/** The file's bytes, part by part. */
async function* partsOf(client: PoolClient, importId: number): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      "SELECT bytes FROM wallet_import_part WHERE import_id = $1 AND part = $2",
      [importId, part],
    );
    if (rows[0] === undefined) return;
    yield openFilePart(rows[0].bytes);
  }
}

/** A person's answers about the file. */
type AgreedOfImport = Agreed<FileColumn> & {
  /** The matching is to be shown before the file is read, however clear it is. */
  isAskedFor?: boolean;
};

type Row = FileLine & JudgedLine;

class Check {
  #batch: Row[] = [];
  #lines = 0;
  #refused = 0;
  #openingPoints = 0;
  readonly #counts: ImportCounts = { ...NO_COUNTS, changes: {} };

  private constructor(
    private readonly client: PoolClient,
    private readonly importId: number,
    private readonly rules: LineRules,
    private readonly judge: LineJudge,
    /** Numbers of the author's own (E.164). */
    private readonly own: ReadonlySet<string>,
    private readonly bytes: number,
  ) {}

  /** ISO date in the programme's zone. */
  get today(): string {
    return this.rules.today;
  }

  /** With how the file is read, as far as a person has said. */
  static async begin(
    client: PoolClient,
    importId: number,
    now: Date,
  ): Promise<{ check: Check; agreed: AgreedOfImport; merchantId: number | null }> {
    const { rows } = await sender(client)({ text: READ_RULES, values: [importId] });
    const row = rows[0] as {
      segments: NamedSegment[];
      points_max: number;
      time_zone: string;
      allows_shared_mobile: boolean;
      kind: ImportKind;
      agreed: AgreedOfImport | null;
      merchant_id: number | null;
      author_merchant_id: number | null;
      own: string[];
      bytes: number;
    };
    const rules: LineRules = {
      segments: row.segments,
      pointsMax: row.points_max,
      today: formatLocalDate(now, row.time_zone),
    };
    const judge =
      row.kind === "new"
        ? new NewCustomers(row.allows_shared_mobile)
        : new KnownCustomers(row.author_merchant_id, rules.today);
    const check = new Check(client, importId, rules, judge, new Set(row.own), row.bytes);
    return { check, agreed: row.agreed ?? {}, merchantId: row.merchant_id };
  }

  async setColumns(columns: readonly ImportColumn[], dayOrders: LineRules["dayOrders"] = {}): Promise<void> {
    this.rules.dayOrders = dayOrders;
    await this.client.query(
      "UPDATE wallet_import SET columns = $2, lines = 0, refused = 0, counts = NULL, consent_how = NULL, consent_proof_id = NULL WHERE id = $1",
      [this.importId, columns],
    );
  }

  /** The bytes, counted for the share of the file that has been read; a file that is opened again is counted anew. */
  async *counted(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let read = 0;
    for await (const part of parts) {
      read += part.length;
      this.#counts.readShare = Math.min(1, read / this.bytes);
      yield part;
    }
  }

  async add({ line, cells, isQuoteOpen, isInactive }: FileLine): Promise<void> {
    const broken = isQuoteOpen ? OPEN_QUOTE_LINE : BROKEN_LINE;
    const read = cells === null ? broken : isInactive ? INACTIVE_LINE : readLine(cells, this.rules);
    this.#batch.push({ line, cells, ...read, problems: [...read.problems] });
    if (this.#batch.length >= BATCH_SIZE) await this.#write();
  }

  async #write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    await this.judge.judge(this.client, batch);
    this.#lines += batch.length;
    for (const row of batch) {
      if (row.problems.length > 0) this.#refused += 1;
      else {
        this.#openingPoints += row.wallet?.openingPoints ?? 0;
        countLine(this.#counts, row, this.own);
      }
    }
    await this.client.query(WRITE_ROWS, [this.importId, JSON.stringify(batch.map(rowOf))]);
    await this.client.query(
      "UPDATE wallet_import SET lines = $2, refused = $3, opening_points = $4, counts = $5, weighed_points = $6 WHERE id = $1",
      [
        ...[this.importId, this.#lines, this.#refused, this.#openingPoints],
        JSON.stringify(this.#counts),
        weighedPoints(this.#openingPoints, this.#counts, false),
      ],
    );
  }

  async end(now: Date): Promise<void> {
    await this.#write();
    await this.client.query(
      "UPDATE wallet_import SET state = 'checked', checked_at = $2 WHERE id = $1 AND state = 'checking'",
      [this.importId, now],
    );
  }
}

const READ_RULES = `
SELECT i.allows_shared_mobile, i.bytes, i.kind, i.agreed, i.merchant_id, p.time_zone,
       (SELECT u.merchant_id FROM app_user u WHERE u.id = i.created_by) AS author_merchant_id,
       ARRAY(SELECT n.msisdn FROM staff_number n WHERE n.user_id = i.created_by) AS own, least(p.points_per_entry_max, p.balance_max) AS points_max,
       (SELECT jsonb_agg(jsonb_build_object('id', s.segment_id, 'nameEn', s.name_en, 'nameAr', s.name_ar))
          FROM segment_version s WHERE s.is_current) AS segments
  FROM wallet_import i, programme p WHERE i.id = $1 AND p.id = 1`;

const WRITE_ROWS = `
INSERT INTO wallet_import_row (import_id, line, state, wallet_code, msisdn, opening_points, fields, problems)
SELECT $1, r.line, r.state, r.wallet_code, r.msisdn, r.opening_points, r.fields, r.problems
  FROM jsonb_to_recordset($2::jsonb)
    AS r (line integer, state smallint, wallet_code text, msisdn text, opening_points bigint, fields jsonb, problems jsonb)`;

function rowOf({ line, cells, wallet, problems, claims }: Row): Record<string, unknown> {
  return {
    line,
    state: problems.length > 0 ? 2 : 1,
    wallet_code: wallet?.walletCode ?? null,
    // Tells the line of a customer who is erased, and nobody's number.
    msisdn: claims.msisdn && markOfMobile(claims.msisdn),
    opening_points: wallet?.openingPoints ?? 0,
    fields: sealLine({ cells: cells && storable(cells), wallet }),
    problems,
  };
}

/** The database keeps every character but NUL. */
function storable(cells: NonNullable<FileLine["cells"]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, cell.replaceAll("\0", "\ufffd").slice(0, 300)]),
  );
}

/** Why a file cannot be read at all. */
interface FileProblem {
  code: (typeof FILE_PROBLEMS)[number];
  max?: number;
}

class FileError extends Error {
  override readonly name = "FileError";

  constructor(readonly problem: FileProblem) {
    super(`The file cannot be read: ${problem.code}`);
  }
}

/** A line of the file with something on it. */
export interface FileLine {
  /** As an editor numbers it; the header is the first. */
  line: number;
  /** Cells by column; absent when the line is broken. */
  cells: Partial<Record<ImportColumn, string>> | null;
  /** Why it is broken, where its quotation marks are to blame. */
  isQuoteOpen?: boolean;
  /** Only in an export, of a wallet that is not active there. */
  isInactive?: boolean;
}

/** Lines of one file, the header not counted. */
const LINES_MAX = 200_000;

const ACTIVE = String(WALLET_STATUS.active);

/** The columns of an import that a file brings. */
export function importColumns(columns: Matching<FileColumn>): ImportColumn[] {
  const brought = columns.flatMap((column) => {
    if (column === null || column === "status") return [];
    return [column === "givenName" || column === "familyName" ? "name" : column];
  });
  return [...new Set(brought)];
}

/**
 * The lines of a table of customers, each cell as it was meant. A line that is broken, or has more cells than columns, comes with no cells, and
 * the lines after it are read all the same.
 * @throws FileError when there are none, or too many
 */
export async function* readLines(table: OpenTable, columns: Matching<FileColumn>): AsyncGenerator<FileLine> {
  let count = 0;
  for await (const { line, cells, problem } of table.records()) {
    count += 1;
    if (count > LINES_MAX) throw new FileError({ code: "too_many_lines", max: LINES_MAX });
    const isWhole = cells?.slice(columns.length).every((cell) => cell.trim() === "") ?? false;
    if (cells === null || !isWhole) {
      yield { line, cells: null, ...(problem === "quote" && { isQuoteOpen: true }) };
      continue;
    }
    const { givenName, familyName, status = "", ...named } = cellsByColumn(columns, cells.map(plainCell));
    const parts = [givenName, familyName].filter((part) => part !== undefined && part !== "");
    const joined = parts.find((part) => isUnfinished(part ?? "")) ?? parts.join(" ");
    yield {
      line,
      cells: {
        ...named,
        ...(!named.name && (givenName !== undefined || familyName !== undefined) && { name: joined }),
      },
      ...(status !== "" && status !== ACTIVE && { isInactive: true }),
    };
  }
  if (count === 0) throw new FileError({ code: "empty" });
}

/** A file without a table cannot be read. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  if (error instanceof TableError) return new FileError({ code: error.why });
  throw error;
}
