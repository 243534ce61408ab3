import { type Logger, pino } from "pino";
import { env } from "./env";
import { Outage } from "./outage";
import { processSingleton } from "./process-singleton";
import { terminalLine } from "./terminal-log";

const REDACTED = "[redacted]";

/** Keys, in lower case without separators, whose values are never written. */
const SECRET_KEYS = new Set([
  "pin",
  "pincode",
  "pinhash",
  "newpin",
  "clientid",
  "clientsecret",
  "secret",
  "secrethash",
  "signingsecret",
  "sessionsecret",
  "datasecret",
  "password",
  "passwordhash",
  "newpassword",
  "currentpassword",
  "token",
  "accesstoken",
  "refreshtoken",
  "idtoken",
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "databaseurl",
  "connectionstring",
  "nid",
]);

/** Keys that hold a mobile number however it is written. */
const MOBILE_KEY = /msisdn|mobile|phone/i;

/**
 * Secrets that are known by their form: mobile numbers, ClientIds and signing secrets, addresses with a password. A bare JSON number (after
 * a colon, comma or bracket) is left alone: masking it would break the line.
 */
const EGYPTIAN_MOBILE = /(?<![\w.-])(?:(?:\+|00)20|0|(?<![:,[])20)1[0125]\d{8}(?![\w-])/g;
const INTERNATIONAL_NUMBER = /\+[1-9]\d{7,14}(?!\d)/g;
const CLIENT_ID = /\b(?:pis_[a-z]+|pss)_[\w-]+/g;
const URL_PASSWORD = /(postgres(?:ql)?:\/\/[^\s:/@"]*:)[^\s@"]*@/g;

const DEPTH_MAX = 6;

/** A mobile number with all but its last three characters hidden, e.g. "**********001"; a short one is hidden whole. */
export function maskMsisdn(msisdn: string): string {
  const shown = msisdn.length > 6 ? msisdn.slice(-3) : "";
  return shown.padStart(msisdn.length, "*");
}

/**
 * The values with secrets replaced and mobile numbers masked, by the names of their keys. Errors keep type, message and
 * stack. Values without secrets are not copied.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "[deep]";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Date) return value;
  const source = value instanceof Error ? describeError(value) : value;
  const safe: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(source)) safe[key] = redactField(key, held, depth);
  return safe;
}

function redactField(key: string, held: unknown, depth: number): unknown {
  if (held === null || held === undefined || typeof held === "boolean") return held;
  if (SECRET_KEYS.has(key.replace(/[-_]/g, "").toLowerCase())) return REDACTED;
  if (MOBILE_KEY.test(key) && typeof held !== "object") return maskMsisdn(String(held));
  return typeof held === "object" ? redact(held, depth + 1) : held;
}

/** Database drivers hang rows and parameters on their errors; only what explains the fault is kept. */
function describeError(error: Error): Record<string, unknown> {
  const { code, constraint, table, cause } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(cause !== undefined && { cause }),
  };
}

/** Hides in a finished line of the log what its form gives away: mobile numbers, ClientIds, passwords in addresses. */
export function scrubLine(line: string): string {
  return line
    .replace(URL_PASSWORD, `$1${REDACTED}@`)
    .replace(CLIENT_ID, REDACTED)
    .replace(INTERNATIONAL_NUMBER, maskMsisdn)
    .replace(EGYPTIAN_MOBILE, maskMsisdn);
}

const FLUSH_EVERY_MS = 500;

const isTerminal = () => process.stdout.isTTY === true;

function createLog(): Logger {
  // On a terminal each line is there before the next step is said; elsewhere throughput counts.
  if (isTerminal()) {
    const terminal = pino.destination({ dest: 1, sync: true });
    return createLogTo({ write: (line) => void terminal.write(terminalLine(line)) }, env().logLevel);
  }
  // Lines are collected and written together, off the request's path; the destination empties itself at exit.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8_192 });
  setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();
  return createLogTo(destination, env().logLevel);
}

/** A log that writes to `destination`; exported so that tests can read what would be written. */
export function createLogTo(destination: { write(line: string): void }, level: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields) as Record<string, unknown>,
      },
      serializers: { err: (error: unknown) => error },
      hooks: {
        streamWrite: scrubLine,
        logMethod(args, method) {
          const [fields] = args as unknown as [{ err?: unknown } | string];
          const error = typeof fields === "object" && fields !== null ? fields.err : undefined;
          const write = () => method.apply(this, args);
          if (error === undefined || !Outage.ofProcess().takes(error, { write, logger: log() })) write();
        },
      },
    },
    destination,
  );
}

/**
 * The process's structured log on standard output, level by LOG_LEVEL: lines to read on a terminal, JSON lines elsewhere. PINs, ClientIds, passwords,
 * cookies, authorization headers and whole mobile numbers are never written, whatever is passed in.
 * @throws EnvError at first use when the settings are wrong.
 */
export function log(): Logger {
  return processSingleton("log", createLog);
}

/** Notes an answered request. On a terminal requests are shown on demand only: with LOG_LEVEL=debug. */
export function logRequest(fields: object): void {
  if (isTerminal()) log().debug(fields, "Request answered");
  else log().info(fields, "Request answered");
}

/** The log of one request: every line carries its id. */
export function requestLog(requestId: string): Logger {
  return log().child({ requestId });
}

/** Writes out what is still collected. Call before the process is ended on purpose. */
export function flushLog(): Promise<void> {
  Outage.ofProcess().flush();
  return new Promise((resolve) => log().flush(() => resolve()));
}
