/** Kinds of database errors, without a driver's vocabulary. */
export type DatabaseErrorKind =
  /** A value that must be unique is taken. */
  | "unique"
  /** A rule of the database (CHECK constraint or guarding trigger) refuses the values. */
  | "check"
  | "foreign_key"
  | "not_null"
  /** A value does not fit its column: too long, out of range, wrong form. */
  | "invalid_value"
  /** Two transactions cannot both go on; the same work may simply be tried again. */
  | "serialization"
  /** A lock, statement or transaction took longer than it may; it was undone. */
  | "timeout"
  /** No usable connection: unreachable, refused, lost, none free in time. Statements under way may or may not have been carried out. */
  | "connection"
  /** The server takes no writes: a standby, or set to read only. */
  | "read_only"
  /** The server is out of memory or connections. */
  | "resources"
  /** The server's disk is full. */
  | "disk_full"
  /** The row that was to be changed does not exist. */
  | "not_found"
  | "other";

export interface DatabaseError {
  kind: DatabaseErrorKind;
  /** Name of the constraint, unique index or guarding trigger, where the driver tells it. */
  constraint?: string;
}

/** SQLSTATE, exactly or by class, → kind. */
const KIND_BY_SQLSTATE: Readonly<Record<string, DatabaseErrorKind>> = {
  "23505": "unique",
  "23514": "check",
  "23000": "check",
  "23P01": "check",
  "23503": "foreign_key",
  "23001": "foreign_key",
  "23502": "not_null",
  "22": "invalid_value",
  "40001": "serialization",
  "40P01": "serialization",
  "55P03": "timeout",
  "57014": "timeout",
  "25P03": "timeout",
  "25P04": "timeout",
  "25006": "read_only",
  "08": "connection",
  // A database or server that is being stopped, started, moved, renamed or dropped.
  "57": "connection",
  "55000": "connection",
  "55006": "connection",
  "40003": "connection",
  "28": "connection",
  "3D": "connection",
  "53100": "disk_full",
  "53": "resources",
  "58": "resources",
};

/** Codes of the Prisma client for faults that never reached the driver or hide what it said. */
const KIND_BY_PRISMA_CODE: Readonly<Record<string, DatabaseErrorKind>> = {
  P1001: "connection",
  P1002: "connection",
  P1008: "timeout",
  P1017: "connection",
  P2002: "unique",
  P2003: "foreign_key",
  P2004: "check",
  P2011: "not_null",
  P2000: "invalid_value",
  P2020: "invalid_value",
  P2024: "connection",
  P2025: "not_found",
  P2028: "timeout",
  P2034: "serialization",
  P2037: "resources",
};

const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/** Kinds of the Prisma adapter for faults without an SQLSTATE. */
const ADAPTER_CONNECTION_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
]);

/** Messages by which pg and the system say that there is no connection; Prisma may leave nothing else of the error. */
const CONNECTION_MESSAGE = new RegExp(
  [
    "timeout exceeded when trying to connect|connection terminated|not queryable|pool after calling end|query read timeout|client was closed",
    `\\b(?:read|write|connect) (?:${[...NETWORK_CODES].join("|")})\\b`,
  ].join("|"),
  "i",
);

/** The fields the drivers' errors have, all of them optional: classes differ between bundles, shapes do not. */
interface DriverShape {
  code?: unknown;
  syscall?: unknown;
  severity?: unknown;
  constraint?: unknown;
  message?: unknown;
  clientVersion?: unknown;
  originalCode?: unknown;
  originalMessage?: unknown;
  kind?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

/**
 * Names what a driver's error means; null when it is no error of the database. The only place that knows the shapes of
 * pg and Prisma; an integration test checks them on a real server.
 */
export function describeDatabaseError(error: unknown): DatabaseError | null {
  if (typeof error !== "object" || error === null) return null;
  const shape = error as DriverShape;
  return (
    fromAdapter(shape.meta?.driverAdapterError?.cause) ??
    fromAdapter(shape) ??
    fromPrisma(shape) ??
    fromServer(shape) ??
    fromNetwork(shape) ??
    (shape.cause === undefined ? null : describeDatabaseError(shape.cause))
  );
}

/** True when the error is a violation of the named constraint, unique index or guarding trigger. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return describeDatabaseError(error)?.constraint === constraint;
}

const UNAVAILABLE: ReadonlySet<DatabaseErrorKind | undefined> = new Set([
  "connection",
  "timeout",
  "read_only",
  "resources",
  "disk_full",
  // Carried out again without success.
  "serialization",
]);

/** True when the database cannot be used for the time being: the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return UNAVAILABLE.has(describeDatabaseError(error)?.kind);
}

/** The Prisma adapter: `{ originalCode, originalMessage, kind, constraint: { index } }`. */
function fromAdapter(cause: unknown): DatabaseError | null {
  if (typeof cause !== "object" || cause === null) return null;
  const { originalCode, originalMessage, kind, constraint } = cause as DriverShape;
  if (typeof originalCode === "string") {
    return named(kindOfSqlstate(originalCode), nameOf(constraint) ?? nameInMessage(originalMessage));
  }
  return typeof kind === "string" && ADAPTER_CONNECTION_KINDS.has(kind) ? { kind: "connection" } : null;
}

function fromPrisma({ code, clientVersion, message }: DriverShape): DatabaseError | null {
  if (typeof clientVersion !== "string") return null;
  const kind = typeof code === "string" ? KIND_BY_PRISMA_CODE[code] : undefined;
  return { kind: kind ?? (CONNECTION_MESSAGE.test(String(message)) ? "connection" : "other") };
}

/** pg: an error of the server carries its SQLSTATE as `code` and a severity. */
function fromServer({ code, severity, constraint, message }: DriverShape): DatabaseError | null {
  if (typeof code !== "string" || typeof severity !== "string") return null;
  return named(kindOfSqlstate(code), nameOf(constraint) ?? nameInMessage(message));
}

function fromNetwork({ code, syscall, message }: DriverShape): DatabaseError | null {
  const isNetwork = typeof code === "string" && (NETWORK_CODES.has(code) || syscall === "connect");
  return isNetwork || CONNECTION_MESSAGE.test(String(message)) ? { kind: "connection" } : null;
}

function kindOfSqlstate(code: string): DatabaseErrorKind {
  return KIND_BY_SQLSTATE[code] ?? KIND_BY_SQLSTATE[code.slice(0, 2)] ?? "other";
}

function nameOf(constraint: unknown): string | undefined {
  if (typeof constraint === "string") return constraint;
  const index = (constraint as { index?: unknown } | undefined)?.index;
  return typeof index === "string" ? index : undefined;
}

/** The adapter drops the name of a CHECK constraint; it is the last quoted word of the server's message. */
function nameInMessage(message: unknown): string | undefined {
  return /constraint "([^"]+)"$/.exec(String(message))?.[1];
}

function named(kind: DatabaseErrorKind, constraint: string | undefined): DatabaseError {
  return constraint === undefined ? { kind } : { kind, constraint };
}
