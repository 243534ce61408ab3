import { z } from "zod";
import {
  databaseUrl,
  issuerUrl,
  onOff,
  place,
  publicUrl,
  secretFile,
  startOfDay,
  tilesUrl,
  trustedProxies,
  wholeNumber,
} from "./env-values";

/** An address of IPv6 may stand in brackets, as in a URL. */
const bareHost = z
  .string()
  .min(1)
  .transform((host) => host.replace(/^\[(.+)\]$/, "$1"));

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export interface Variable {
  /** Its name among the settings; none where it is a part of one, or its default depends on others. */
  name?: string;
  /** Read where the variable is left out. */
  byDefault?: string;
  schema: z.ZodType<unknown, string>;
  mend: string;
  isSecret?: true;
}

const SWITCH = { schema: onOff, mend: "Use on or off." } as const;

const amount = (unit: string, from: number, to: number, byDefault: string, why?: string) => ({
  schema: wholeNumber(from, to),
  byDefault,
  mend: `Give a number of ${unit} from ${from} to ${to}, ${why === undefined ? "" : `${why}, `}such as ${byDefault}.`,
});

const database = (which: string) => ({
  schema: databaseUrl,
  mend: `Give postgresql://user:password@host:5432/database ${which}, or leave it out.`,
  isSecret: true as const,
});

/**
 * Every variable once: the setting that it is, its default, the texts that it accepts, and the sentence that says how to mend it.
 * docs/configuration.md has a line for each, which a test compares.
 */
export const VARIABLES = {
  NODE_ENV: {
    schema: z.enum(["development", "production", "test"]),
    mend: "Use development, production or test, or leave it out.",
  },
  HOST: {
    name: "host",
    byDefault: "127.0.0.1",
    schema: bareHost,
    mend: "Give the address to listen on, such as 127.0.0.1 or 0.0.0.0.",
  },
  /** 0 lets the system choose a free port. */
  PORT: {
    name: "port",
    byDefault: "3000",
    schema: wholeNumber(0, 65_535),
    mend: "Give a free port from 1 to 65535, such as 3000.",
  },
  /** Absolute path of the folder that holds the embedded database and the generated secrets. */
  DATA_DIR: {
    name: "dataDir",
    byDefault: ".data",
    schema: place,
    mend: "Give a folder the service may write to, such as .data.",
  },
  DATABASE_URL: database(
    "of one host (several servers: the name or proxy that leads to the primary), a socket as postgresql://user:password@/database?host=/folder",
  ),
  DATABASE_DIRECT_URL: database("of the database itself where DATABASE_URL leads through a pooler"),
  /** The owner of the tables, who migrates; undefined = the service's own role, or the embedded database's owner. */
  DATABASE_MIGRATION_URL: { name: "databaseMigrationUrl", ...database("of the role that owns the tables") },
  /** A standby server from which reports are read; undefined = they are read from the database itself. */
  REPORTS_DATABASE_URL: { name: "reportsDatabaseUrl", ...database("of a standby server") },
  /** Memory of the embedded database for its tables, in MB (PostgreSQL's shared_buffers). */
  DATABASE_MEMORY_MB: { name: "databaseMemoryMb", ...amount("megabytes", 32, 1_048_576, "256") },
  DEMO_DATA: SWITCH,
  WEBHOOK_LOOPBACK: SWITCH,
  /** Whether entries carry a code under a key that is not in the database. */
  ENTRY_MAC: { name: "hasEntryMacs", ...SWITCH, byDefault: "on" },
  /** API workers: processes that answer everything but pages. */
  WEB_CONCURRENCY: { name: "workerCount", ...amount("API workers", 1, 256, "1") },
  /** Heap of an API worker, in MB; a smaller one is collected sooner. */
  WORKER_HEAP_MB: { name: "workerHeapMb", ...amount("megabytes", 256, 65_536, "768") },
  /** Page workers: processes that render pages. None: this instance answers everything else. */
  PAGE_WORKERS: { name: "pageWorkerCount", ...amount("page workers", 0, 64, "1") },
  /** Heap of a page worker, in MB; a worker that needs more ends and is replaced. */
  PAGE_WORKER_HEAP_MB: { name: "pageWorkerHeapMb", ...amount("megabytes", 256, 65_536, "512") },
  /** Where a page worker listens; undefined in every other process. Set by the primary process, never by people. */
  PAGE_SOCKET: {
    name: "pageSocket",
    schema: z.string().min(1),
    mend: "Leave it out: the service sets it for its page workers.",
  },
  LOG_LEVEL: {
    name: "logLevel",
    byDefault: "info",
    schema: z.enum(LOG_LEVELS),
    mend: `Use one of ${LOG_LEVELS.join(", ")}.`,
  },
  METRICS_HOST: {
    byDefault: "127.0.0.1",
    schema: bareHost,
    mend: "Give the address of the metrics listener, such as 127.0.0.1.",
  },
  METRICS_PORT: {
    byDefault: "9464",
    schema: wholeNumber(0, 65_535),
    mend: "Give a free port such as 9464, or 0 to switch metrics off.",
  },
  /** The proxies that are believed when they say who the caller is; null = none. */
  TRUST_PROXY: {
    name: "trustedProxies",
    byDefault: "off",
    schema: trustedProxies,
    mend: "Use off, or name where the proxies connect from, such as loopback, private or 10.1.2.0/24, separated by commas.",
  },
  /** Signs sessions. Undefined until generated (embedded database) and never undefined in a running server. */
  SESSION_SECRET: {
    name: "sessionSecret",
    schema: z.string().min(32),
    mend: "Give at least 32 random characters, the same on every process, such as the output of: openssl rand -hex 32",
    isSecret: true,
  },
  /** Seals customers' data; undefined = `sessionSecret` does. */
  DATA_SECRET: {
    name: "dataSecret",
    schema: z.string().min(32),
    mend: "Give at least 32 random characters that never change and are kept with the backups' keys, the same on every process.",
    isSecret: true,
  },
  /** Where browsers and other systems reach the service, without a slash at the end; undefined = the request's own host. */
  PUBLIC_URL: {
    name: "publicUrl",
    schema: publicUrl,
    mend: "Give the address browsers use, such as https://points.example.com.",
  },
  OIDC_ISSUER: {
    schema: issuerUrl,
    mend: "Give the https:// address of the sign-in service, such as https://login.example.com/realms/staff.",
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1),
    mend: "Give the name under which the sign-in service knows this one.",
  },
  OIDC_CLIENT_SECRET: {
    schema: secretFile,
    mend: "Give the path of a file that holds the secret and that the service may read.",
    // The value may be the secret itself.
    isSecret: true,
  },
  OIDC_CLAIM: {
    byDefault: "email",
    schema: z.string().regex(/^[\w.:/-]{1,100}$/),
    mend: "Give email, or the claim that holds the user name, such as preferred_username.",
  },
  OIDC_ONLY: { ...SWITCH, byDefault: "off" },
  /** From when on version 1 of the points API is on its way out; undefined = it stays. */
  API_V1_DEPRECATED_FROM: {
    name: "apiV1DeprecatedFrom",
    schema: startOfDay,
    mend: "Give the day from which version 1 of the points API is on its way out, such as 2027-01-31, or leave it out.",
  },
  /** Batches of movements that an API worker may have under way side by side, each on a connection of its own. */
  LEDGER_LANES: { name: "ledgerLanes", ...amount("batches", 1, 64, "2") },
  /** Connections per worker process for the points operations. */
  LEDGER_POOL_SIZE: { name: "ledgerPoolSizeMax", ...amount("connections", 1, 64, "4") },
  /** Connections per worker process for everything else, so that reports cannot starve the till. */
  PORTAL_POOL_SIZE: { name: "portalPoolSizeMax", ...amount("connections", 1, 64, "5") },
  /** Longest time a statement or transaction may take, and a request may wait for a connection. */
  DATABASE_TIMEOUT_MS: { name: "databaseTimeoutMs", ...amount("milliseconds", 100, 60_000, "8000") },
  /** Minutes between two anchors of the logs. */
  ANCHOR_MINUTES: { name: "anchorMinutes", ...amount("minutes", 1, 1_440, "10") },
  /** The key that signs anchors; undefined = one in the data folder. */
  ANCHOR_KEY_FILE: {
    name: "anchorKeyFile",
    schema: place,
    mend: "Give the file of the key that signs anchors, the same on every machine, or leave it out.",
  },
  /** Where anchors are kept outside the database; undefined = in the data folder. */
  ANCHOR_FILE: {
    name: "anchorFile",
    schema: place,
    mend: "Give the file that anchors are added to, such as /mnt/elsewhere/anchors.jsonl, or leave it out.",
  },
  /** Where security events go as JSON lines besides the database: "stdout" or a file; undefined = nowhere else. */
  SECURITY_LOG: {
    name: "securityLog",
    schema: z.literal("stdout").or(place),
    mend: "Use stdout, or give the file that security events are added to, or leave it out.",
  },
  /** The mail server for notices; undefined = no mail is sent. */
  SMTP_URL: {
    name: "smtpUrl",
    schema: z.url({ protocol: /^smtps?$/ }),
    mend: "Give smtps://user:password@mail.example.com, or leave it out.",
    isSecret: true,
  },
  /** The sender of notices. */
  MAIL_FROM: {
    name: "mailFrom",
    schema: z.email(),
    mend: "Give the address that mail is sent from, such as points@example.com.",
  },
  MAP_TILES_URL: {
    schema: tilesUrl,
    mend: "Give https://tiles.example/{z}/{x}/{y}.png, or leave it out for the outline that ships with the service.",
  },
  MAP_TILES_ATTRIBUTION: {
    schema: z.string().max(300),
    mend: "Say in at most 300 characters whom the tiles are owed to, with links as [name](https://address).",
  },
  /** How long a connection may idle before the service closes it. */
  HTTP_IDLE_MS: {
    name: "httpIdleMs",
    ...amount(
      "milliseconds",
      5_000,
      3_600_000,
      "620000",
      "more than the balancer in front keeps idle connections",
    ),
  },
  DRAIN_DELAY_MS: {
    schema: wholeNumber(0, 600_000),
    mend: "Give milliseconds from 0 to 600000, as long as a balancer takes to see that /readyz is not 200, such as 10000.",
  },
  /** How long accepted requests may take to finish after the service was asked to stop. */
  DRAIN_TIMEOUT_MS: { name: "drainTimeoutMs", ...amount("milliseconds", 0, 600_000, "15000") },
} as const satisfies Record<string, Variable>;
