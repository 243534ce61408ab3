import pg, { type ClientBase, type Connection, type FieldDef, type QueryConfig, type Submittable } from "pg";
import { parserOf } from "@/lib/platform/database/sender";

export interface StatementResult {
  // biome-ignore lint/suspicious/noExplicitAny: what a row holds is known to the statement, and its reader says so.
  rows: any[];
  /** "SELECT", "COMMIT" … */
  command: string;
}

/**
 * Sends statements in one message and waits for all results. The server carries them out in order, each with its own
 * snapshot; it skips those after the first that fails, whose error is thrown. Named statements are prepared once for
 * each connection.
 */
export type RoundTrip = (statements: readonly QueryConfig[]) => Promise<StatementResult[]>;

/**
 * Round trips over a connection, one at a time. One that is not answered within `timeoutMs` (by default the
 * connection's own limit) fails like a broken connection, and the connection has to be closed.
 */
export function roundTrips(client: ClientBase, timeoutMs?: number): RoundTrip {
  const roundTrip: RoundTrip = (statements) =>
    new Promise((resolve, reject) => {
      client.query(new Submission(statements, timeoutMs, resolve, reject));
    });
  connections.set(roundTrip, client);
  return roundTrip;
}

/** The connection of round trips: what was read over it may be remembered with it. */
export function connectionOf(roundTrip: RoundTrip): object {
  return connections.get(roundTrip) ?? roundTrip;
}

const connections = new WeakMap<RoundTrip, object>();

interface Column {
  name: string;
  parse(text: string): unknown;
}

/** The columns of what a connection has prepared, by its name. */
const prepared = new WeakMap<Connection, Map<string, Column[]>>();

/** Driver's interface for own queries: the driver's queries wait for the server once for each statement. */
class Submission implements Submittable {
  /** Told by the driver as well, when time is up. */
  callback: (error: Error | null) => void;
  readonly query_timeout: number | undefined;
  readonly #statements: readonly QueryConfig[];
  readonly #values: readonly (unknown[] | undefined)[];
  readonly #results: StatementResult[] = [];
  #known = new Map<string, Column[]>();
  /** Of the statement whose answer is being read. */
  #columns: Column[] | undefined;
  #rows: unknown[] = [];
  #failure: unknown;

  constructor(
    statements: readonly QueryConfig[],
    timeoutMs: number | undefined,
    resolve: (results: StatementResult[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#statements = statements;
    // Now: the driver is not to be told of what cannot be sent.
    this.#values = statements.map(({ values }) => values?.map(prepareValue));
    this.query_timeout = timeoutMs;
    this.callback = (error) => (error === null ? resolve(this.#results) : reject(error));
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    this.#known = prepared.get(connection) ?? new Map();
    prepared.set(connection, this.#known);
    wire.stream.cork();
    for (const [index, { name = "", text }] of this.#statements.entries()) {
      const isKnown = this.#known.has(name);
      if (!isKnown) {
        // A round trip that failed before may have prepared it.
        if (name !== "") wire.close({ type: "S", name });
        wire.parse({ name, text });
      }
      wire.bind({ statement: name, values: this.#values[index] });
      if (!isKnown) wire.describe({ type: "P" });
      wire.execute(null);
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columnsOfThis(), fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#statement();
    if (name !== undefined && !this.#known.has(name)) this.#known.set(name, this.#columns ?? []);
    const end = text.indexOf(" ");
    this.#results.push({ rows: this.#rows, command: end < 0 ? text : text.slice(0, end) });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.callback(null);
    else this.handleError(this.#failure as Error);
  }

  handleError(error: Error): void {
    // A prepared statement may be outdated (a column's type changed): preparing it again mends that.
    this.#known.clear();
    this.callback(error);
  }

  #statement(): QueryConfig {
    const statement = this.#statements[this.#results.length];
    if (statement === undefined) throw new Error("The server answered more than it was asked");
    return statement;
  }

  #columnsOfThis(): Column[] {
    this.#columns ??= this.#known.get(this.#statement().name ?? "");
    if (this.#columns === undefined) throw new Error("The server sent rows of unknown columns");
    return this.#columns;
  }
}

/** The driver's connection as it is: its published types are those of an older version. */
interface Wire extends Pick<Connection, "stream" | "sync"> {
  close(message: { type: "S"; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: unknown[] | undefined }): void;
  describe(message: { type: "P" }): void;
  execute(portal: null): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) {
    const { name, parse } = columns[index] as Column;
    const field = fields[index];
    row[name] = field === null || field === undefined ? null : parse(field);
  }
  return row;
}
