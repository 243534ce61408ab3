import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { parseDatabaseUrl, plainDatabaseUrl } from "./database/address";
import { isNetwork, NAMED_NETWORKS } from "./networks";
import { processSingleton } from "./process-singleton";

/** The process's exit code when its settings are wrong (EX_CONFIG of sysexits.h). */
export const EXIT_CODE_SETTINGS = 78;

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface MetricsAddress {
  host: string;
  port: number;
  /** Asked for by name: then a busy port stops the start; the default port may be busy and is only warned about. */
  isExplicit: boolean;
}

/** Proxies that are believed about who the caller is and where it reached the service. */
export interface TrustedProxies {
  /** Where they connect from: addresses and ranges such as "10.1.2.0/24". */
  networks: readonly string[];
  /** At most so many, one behind the other; null = any number. */
  hopsMax: number | null;
  /** Set as a number or "on", which names no network: networks of one's own are believed, and a warning is due. */
  isByNumber: boolean;
}

/** A sign-in service of the organisation's own (OpenID Connect). */
export interface OidcSettings {
  /** Where its settings are found: the address, without a slash at the end, to which `/.well-known/openid-configuration` belongs. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that identifies the user: `email`, which has to be verified, or one that holds the user name. */
  claim: string;
  /** True where nobody signs in with a password or a passkey of this service. */
  isOnly: boolean;
}

/** Square pictures that a map is put together from. */
export interface MapTiles {
  /** With {z}, {x} and {y}, and {s} where the host has several names (a, b, c). */
  url: string;
  /** Owners of the tiles, as the map names them: text, and links as [name](address). */
  attribution: string;
}

/** Every setting of the service, checked. */
export interface Env {
  nodeEnv: "development" | "production" | "test";
  host: string;
  /** 0 lets the system choose a free port. */
  port: number;
  /** Absolute path of the folder that holds the embedded database and the generated secrets. */
  dataDir: string;
  /** Undefined while the service brings its own embedded PostgreSQL and that has not been started yet. */
  databaseUrl: string | undefined;
  /** The owner of the tables, who migrates; undefined = the service's own role, or the embedded database's owner. */
  databaseMigrationUrl: string | undefined;
  /** A standby server from which reports are read; undefined = they are read from the database itself. */
  reportsDatabaseUrl: string | undefined;
  /** Memory of the embedded database for its tables, in MB (PostgreSQL's shared_buffers). */
  databaseMemoryMb: number;
  loadsDemoData: boolean;
  /** Whether DEMO_DATA asks for it by name. */
  isDemoDataNamed: boolean;
  /** Webhooks may go to this machine itself, and without encryption: for development. */
  allowsLoopbackWebhooks: boolean;
  /** API workers: processes that answer everything but pages. */
  workerCount: number;
  /** Heap of an API worker, in MB; a smaller one is collected sooner. */
  workerHeapMb: number;
  /** Page workers: processes that render pages. None: this instance answers everything else. */
  pageWorkerCount: number;
  /** Heap of a page worker, in MB; a worker that needs more ends and is replaced. */
  pageWorkerHeapMb: number;
  /** Where a page worker listens; undefined in every other process. Set by the primary process, never by people. */
  pageSocket: string | undefined;
  logLevel: LogLevel;
  /** Null switches the metrics listener off. */
  metrics: MetricsAddress | null;
  /** The proxies that are believed when they say who the caller is; null = none. */
  trustedProxies: TrustedProxies | null;
  /** Signs sessions. Undefined until generated (embedded database) and never undefined in a running server. */
  sessionSecret: string | undefined;
  /** Seals customers' data; undefined = `sessionSecret` does. */
  dataSecret: string | undefined;
  /** Whether entries carry a code under a key that is not in the database. */
  hasEntryMacs: boolean;
  /** Where browsers and other systems reach the service, without a slash at the end; undefined = the request's own host. */
  publicUrl: string | undefined;
  /** Where the background of maps comes from; undefined = an outline that ships with the service. */
  mapTiles: MapTiles | undefined;
  /** Undefined = people sign in with passwords and passkeys of this service. */
  oidc: OidcSettings | undefined;
  /** From when on version 1 of the points API is on its way out; undefined = it stays. */
  apiV1DeprecatedFrom: Date | undefined;
  /** Batches of movements that an API worker may have under way side by side, each on a connection of its own. */
  ledgerLanes: number;
  /** Connections per worker process for the points operations. */
  ledgerPoolSizeMax: number;
  /** Connections per worker process for everything else, so that reports cannot starve the till. */
  portalPoolSizeMax: number;
  /** Longest time a statement or transaction may take, and a request may wait for a connection. */
  databaseTimeoutMs: number;
  /** Minutes between two anchors of the logs. */
  anchorMinutes: number;
  /** The key that signs anchors; undefined = one in the data folder. */
  anchorKeyFile: string | undefined;
  /** Where anchors are kept outside the database; undefined = in the data folder. */
  anchorFile: string | undefined;
  /** Where security events go as JSON lines besides the database: "stdout" or a file; undefined = nowhere else. */
  securityLog: string | undefined;
  /** How long a connection may idle before the service closes it. */
  httpIdleMs: number;
  /** How long connections are still taken after `/readyz` has begun to say that the service stops. */
  drainDelayMs: number;
  /** How long accepted requests may take to finish after the service was asked to stop. */
  drainTimeoutMs: number;
}

/** The settings cannot be used. The message lists every wrong one and how to mend it, and never repeats a secret. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

function wholeNumber(from: number, to: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().int().min(from).max(to));
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const databaseUrl = z
  .string()
  .transform(plainDatabaseUrl)
  .refine((text) => (parseDatabaseUrl(text)?.url.pathname.length ?? 0) > 1);

const publicUrl = z.string().refine((text) => {
  const url = parseUrl(text);
  return (
    url !== null &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.search === "" &&
    url.hash === ""
  );
});

/** `{s}` only as the first part of the host's name: pages allow one origin, or the names below one. */
const tilesUrl = z.string().refine((text) => {
  const url = parseUrl(text.replace(/^(https?:\/\/)\{s\}\./, "$1s."));
  return (
    url !== null &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    /^[a-z\d.-]+$|^\[[\da-f:]+\]$/.test(url.hostname) &&
    url.username === "" &&
    ["{z}", "{x}", "{y}"].every((part) => text.includes(part))
  );
});

const issuerUrl = z.string().refine((text) => {
  const url = parseUrl(text);
  if (url === null || url.search !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
});

const secretFile = z.string().transform((file, context) => {
  try {
    const text = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
    if (text !== "") return text;
  } catch {
    // The caller reports the value like any other that cannot be used.
  }
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

const startOfDay = z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`));

const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["on", "off"]))
  .transform((value) => value === "on");

/** "off"; networks, by their addresses or by name; or, as it was once written, how many proxies there are. */
const trustedProxies = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""))
  .refine((words) => words.length === 1 || words.every((word) => namesNetworks(word)))
  .refine(([word = "", ...rest]) => namesNetworks(word) || (rest.length === 0 && HOPS.test(word)))
  .transform((words): TrustedProxies | null => {
    const [word = ""] = words;
    if (namesNetworks(word)) return { networks: words.flatMap(networksOf), hopsMax: null, isByNumber: false };
    if (word === "off" || word === "0" || word === "false") return null;
    const { loopback, private: ownNetworks } = NAMED_NETWORKS;
    return {
      networks: [...loopback, ...ownNetworks],
      hopsMax: /^\d+$/.test(word) ? Number(word) : 1,
      isByNumber: true,
    };
  });

const HOPS = /^(?:on|off|true|false|\d|10)$/;

function namesNetworks(word: string): boolean {
  return Object.hasOwn(NAMED_NETWORKS, word) || (isNetwork(word) && !EVERYBODY.test(word));
}

/** "0.0.0.0/0" would believe whoever connects. */
const EVERYBODY = /\/0+$/;

function networksOf(word: string): readonly string[] {
  return Object.hasOwn(NAMED_NETWORKS, word) ? NAMED_NETWORKS[word as keyof typeof NAMED_NETWORKS] : [word];
}

interface Variable {
  schema: z.ZodType<unknown, string>;
  mend: string;
  isSecret?: true;
}

/** One line per variable: what it accepts and the sentence that says how to mend it. */
const VARIABLES = {
  NODE_ENV: {
    schema: z.enum(["development", "production", "test"]),
    mend: "Use development, production or test, or leave it out.",
  },
  HOST: { schema: z.string().min(1), mend: "Give the address to listen on, such as 127.0.0.1 or 0.0.0.0." },
  PORT: { schema: wholeNumber(0, 65_535), mend: "Give a free port from 1 to 65535, such as 3000." },
  DATA_DIR: { schema: z.string().min(1), mend: "Give a folder the service may write to, such as .data." },
  DATABASE_URL: {
    schema: databaseUrl,
    mend: "Give postgresql://user:password@host:5432/database of one host (several servers: the name or proxy that leads to the primary), a socket as postgresql://user:password@/database?host=/folder, or leave it out for the embedded database.",
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    mend: "Give postgresql://user:password@host:5432/database of the database itself where DATABASE_URL leads through a pooler, or leave it out.",
    isSecret: true,
  },
  DATABASE_MIGRATION_URL: {
    schema: databaseUrl,
    mend: "Give postgresql://user:password@host:5432/database of the role that owns the tables, or leave it out.",
    isSecret: true,
  },
  REPORTS_DATABASE_URL: {
    schema: databaseUrl,
    mend: "Give postgresql://user:password@host:5432/database of a standby server, or leave it out.",
    isSecret: true,
  },
  DATABASE_MEMORY_MB: {
    schema: wholeNumber(32, 1_048_576),
    mend: "Give a number of megabytes from 32, such as 256.",
  },
  DEMO_DATA: { schema: onOff, mend: "Use on or off." },
  WEBHOOK_LOOPBACK: { schema: onOff, mend: "Use on or off." },
  ENTRY_MAC: { schema: onOff, mend: "Use on or off." },
  WEB_CONCURRENCY: { schema: wholeNumber(1, 256), mend: "Give the number of API workers, 1 or more." },
  WORKER_HEAP_MB: {
    schema: wholeNumber(256, 65_536),
    mend: "Give a number of megabytes from 256, such as 768.",
  },
  PAGE_WORKERS: { schema: wholeNumber(0, 64), mend: "Give the number of page workers, or 0 for no pages." },
  PAGE_WORKER_HEAP_MB: {
    schema: wholeNumber(256, 65_536),
    mend: "Give a number of megabytes from 256, such as 512.",
  },
  PAGE_SOCKET: { schema: z.string().min(1), mend: "Leave it out: the service sets it for its page workers." },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), mend: `Use one of ${LOG_LEVELS.join(", ")}.` },
  METRICS_HOST: {
    schema: z.string().min(1),
    mend: "Give the address of the metrics listener, such as 127.0.0.1.",
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535),
    mend: "Give a free port such as 9464, or 0 to switch metrics off.",
  },
  TRUST_PROXY: {
    schema: trustedProxies,
    mend: "Use off, or name where the proxies connect from, such as loopback, private or 10.1.2.0/24, separated by commas.",
  },
  SESSION_SECRET: {
    schema: z.string().min(32),
    mend: "Give at least 32 random characters, the same on every process, such as the output of: openssl rand -hex 32",
    isSecret: true,
  },
  DATA_SECRET: {
    schema: z.string().min(32),
    mend: "Give at least 32 random characters that never change and are kept with the backups' keys, the same on every process.",
    isSecret: true,
  },
  PUBLIC_URL: {
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
    schema: z.string().regex(/^[\w.:/-]{1,100}$/),
    mend: "Give email, or the claim that holds the user name, such as preferred_username.",
  },
  OIDC_ONLY: { schema: onOff, mend: "Use on or off." },
  API_V1_DEPRECATED_FROM: {
    schema: startOfDay,
    mend: "Give the day from which version 1 of the points API is on its way out, such as 2027-01-31, or leave it out.",
  },
  LEDGER_LANES: { schema: wholeNumber(1, 64), mend: "Give a number of batches from 1 to 64, such as 2." },
  LEDGER_POOL_SIZE: {
    schema: wholeNumber(1, 64),
    mend: "Give a number of connections from 1 to 64, such as 4.",
  },
  PORTAL_POOL_SIZE: {
    schema: wholeNumber(1, 64),
    mend: "Give a number of connections from 1 to 64, such as 5.",
  },
  DATABASE_TIMEOUT_MS: {
    schema: wholeNumber(100, 60_000),
    mend: "Give milliseconds from 100 to 60000, such as 8000.",
  },
  ANCHOR_MINUTES: {
    schema: wholeNumber(1, 1_440),
    mend: "Give the minutes between two anchors of the logs, from 1 to 1440, such as 10.",
  },
  ANCHOR_KEY_FILE: {
    schema: z.string().min(1),
    mend: "Give the file of the key that signs anchors, the same on every machine, or leave it out.",
  },
  ANCHOR_FILE: {
    schema: z.string().min(1),
    mend: "Give the file that anchors are added to, such as /mnt/elsewhere/anchors.jsonl, or leave it out.",
  },
  SECURITY_LOG: {
    schema: z.string().min(1),
    mend: "Use stdout, or give the file that security events are added to, or leave it out.",
  },
  MAP_TILES_URL: {
    schema: tilesUrl,
    mend: "Give https://tiles.example/{z}/{x}/{y}.png, or leave it out for the outline that ships with the service.",
  },
  MAP_TILES_ATTRIBUTION: {
    schema: z.string().max(300),
    mend: "Say in at most 300 characters whom the tiles are owed to, with links as [name](https://address).",
  },
  HTTP_IDLE_MS: {
    schema: wholeNumber(5_000, 3_600_000),
    mend: "Give milliseconds from 5000 to 3600000, more than the balancer in front keeps idle connections, such as 620000.",
  },
  DRAIN_DELAY_MS: {
    schema: wholeNumber(0, 600_000),
    mend: "Give milliseconds from 0 to 600000, as long as a balancer takes to see that /readyz is not 200, such as 10000.",
  },
  DRAIN_TIMEOUT_MS: {
    schema: wholeNumber(0, 600_000),
    mend: "Give milliseconds from 0 to 600000, such as 15000.",
  },
} as const satisfies Record<string, Variable>;

type VariableName = keyof typeof VARIABLES;
type Values = { [Name in VariableName]?: z.output<(typeof VARIABLES)[Name]["schema"]> };

/**
 * Reads the settings from `source`; an empty variable counts as absent.
 * @throws EnvError that names every wrong variable, not only the first.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const values: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = source[name]?.trim();
    if (text === undefined || text === "") continue;
    const parsed = variable.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else
      complaints.push(`  ${name}${variable.isSecret ? "" : `="${text}"`} cannot be used. ${variable.mend}`);
  }
  complaints.push(...oidcComplaints(source));
  if (complaints.length > 0)
    throw new EnvError(["These settings must be mended first:", ...complaints].join("\n"));
  return withDefaults(values as Values);
}

/** Settings that single sign-on needs besides, when any of them is set. */
const OIDC_NEEDS = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "PUBLIC_URL"] as const;
const OIDC_SETTINGS = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_CLAIM",
  "OIDC_ONLY",
] as const;

function oidcComplaints(source: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string) => (source[name]?.trim() ?? "") !== "";
  if (!OIDC_SETTINGS.some(isSet)) return [];
  return OIDC_NEEDS.filter((name) => !isSet(name)).map(
    (name) => `  ${name} is missing. ${VARIABLES[name].mend} Single sign-on needs it.`,
  );
}

function oidcOf(values: Values): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer: issuer.replace(/\/+$/, ""),
    clientId,
    clientSecret,
    claim: values.OIDC_CLAIM ?? "email",
    isOnly: values.OIDC_ONLY ?? false,
  };
}

function withDefaults(values: Values): Env {
  const metricsPort = values.METRICS_PORT ?? 9464;
  const host = values.HOST ?? "127.0.0.1";
  return {
    nodeEnv: values.NODE_ENV ?? "development",
    host,
    port: values.PORT ?? 3000,
    dataDir: path.resolve(/* turbopackIgnore: true */ values.DATA_DIR ?? ".data"),
    databaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL,
    reportsDatabaseUrl: values.REPORTS_DATABASE_URL,
    databaseMemoryMb: values.DATABASE_MEMORY_MB ?? 256,
    loadsDemoData:
      values.DEMO_DATA ??
      ((values.DATABASE_DIRECT_URL ?? values.DATABASE_URL) === undefined && isHereOnly(host, values)),
    isDemoDataNamed: values.DEMO_DATA !== undefined,
    allowsLoopbackWebhooks:
      values.WEBHOOK_LOOPBACK ?? (values.NODE_ENV === "development" || values.NODE_ENV === "test"),
    workerCount: values.WEB_CONCURRENCY ?? 1,
    workerHeapMb: values.WORKER_HEAP_MB ?? 768,
    pageWorkerCount: values.PAGE_WORKERS ?? 1,
    pageWorkerHeapMb: values.PAGE_WORKER_HEAP_MB ?? 512,
    pageSocket: values.PAGE_SOCKET,
    logLevel: values.LOG_LEVEL ?? "info",
    metrics:
      metricsPort === 0
        ? null
        : {
            host: values.METRICS_HOST ?? "127.0.0.1",
            port: metricsPort,
            isExplicit: values.METRICS_PORT !== undefined,
          },
    trustedProxies: values.TRUST_PROXY ?? null,
    sessionSecret: values.SESSION_SECRET,
    dataSecret: values.DATA_SECRET,
    hasEntryMacs: values.ENTRY_MAC ?? true,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ""),
    mapTiles:
      values.MAP_TILES_URL === undefined
        ? undefined
        : { url: values.MAP_TILES_URL, attribution: values.MAP_TILES_ATTRIBUTION ?? "" },
    oidc: oidcOf(values),
    apiV1DeprecatedFrom: values.API_V1_DEPRECATED_FROM,
    ledgerLanes: values.LEDGER_LANES ?? 2,
    ledgerPoolSizeMax: values.LEDGER_POOL_SIZE ?? 4,
    portalPoolSizeMax: values.PORTAL_POOL_SIZE ?? 5,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS ?? 8_000,
    anchorMinutes: values.ANCHOR_MINUTES ?? 10,
    anchorKeyFile: resolved(values.ANCHOR_KEY_FILE),
    anchorFile: resolved(values.ANCHOR_FILE),
    securityLog: values.SECURITY_LOG === "stdout" ? "stdout" : resolved(values.SECURITY_LOG),
    httpIdleMs: values.HTTP_IDLE_MS ?? 620_000,
    drainDelayMs: values.DRAIN_DELAY_MS ?? (isHereOnly(host, values) ? 0 : 5_000),
    drainTimeoutMs: values.DRAIN_TIMEOUT_MS ?? 15_000,
  };
}

/** Relative to where the service was started. */
function resolved(file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(/* turbopackIgnore: true */ file);
}

/** Whether nobody reaches the service from another machine: neither by its address nor through a proxy on this one. */
function isHereOnly(host: string, { PUBLIC_URL: publicUrl, TRUST_PROXY: proxies = null }: Values): boolean {
  const isPublic =
    publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ""));
  return isLoopback(host) && !isPublic && proxies === null;
}

/** Whether what listens there is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const holder = () => processSingleton<{ current: Env | undefined }>("env", () => ({ current: undefined }));

/**
 * The settings of this process, read once at first use.
 * @throws EnvError at that first use when a variable is wrong.
 */
export function env(): Env {
  const held = holder();
  held.current ??= parseEnv(process.env);
  return held.current;
}

/** Adds what is only known once the process has started: the embedded database's address, generated secrets, demo data. */
export function completeEnv(
  found: Partial<Pick<Env, "databaseUrl" | "sessionSecret" | "loadsDemoData">>,
): Env {
  const held = holder();
  held.current = { ...env(), ...found };
  return held.current;
}

/**
 * The environment of a child process: everything inherited, and the settings that the parent has resolved, so that
 * workers never start or look for a database.
 */
export function childEnv(settings: Env): Record<string, string> {
  const child: Record<string, string> = {
    DEMO_DATA: settings.loadsDemoData ? "on" : "off",
    // With one arena of memory for each thread the C library keeps a quarter more than what is in use.
    MALLOC_ARENA_MAX: "2",
    // A worker's environment has no address with the tables' owner, in case a worker is taken over.
    DATABASE_MIGRATION_URL: "",
  };
  // The one that was settled on, under either name.
  if (settings.databaseUrl !== undefined)
    Object.assign(child, { DATABASE_URL: settings.databaseUrl, DATABASE_DIRECT_URL: "" });
  if (settings.sessionSecret !== undefined) child.SESSION_SECRET = settings.sessionSecret;
  return child;
}
