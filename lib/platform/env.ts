import type { z } from "zod";
import { isLoopback } from "./env-values";
import { VARIABLES, type Variable } from "./env-variables";
import { processSingleton } from "./process-singleton";

/** The process's exit code when its settings are wrong (EX_CONFIG of sysexits.h). */
export const EXIT_CODE_SETTINGS = 78;

export interface MetricsAddress {
  host: string;
  port: number;
  /** Asked for by name: then a busy port stops the start; the default port may be busy and is only warned about. */
  isExplicit: boolean;
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

/** The settings cannot be used. The message lists every wrong one and how to mend it, and never repeats a secret. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

type Variables = typeof VARIABLES;
type Value<V extends keyof Variables> =
  | z.output<Variables[V]["schema"]>
  | (Variables[V] extends { byDefault: string } ? never : undefined);
type Values = { [V in keyof Variables]: Value<V> };
type Named = {
  [V in keyof Variables as Variables[V] extends { name: infer Name extends string } ? Name : never]: Value<V>;
};

/** Every setting of the service, checked. */
export interface Env extends Named {
  nodeEnv: "development" | "production" | "test";
  /** Undefined while the service brings its own embedded PostgreSQL and that has not been started yet. */
  databaseUrl: string | undefined;
  loadsDemoData: boolean;
  /** Whether DEMO_DATA asks for it by name. */
  isDemoDataNamed: boolean;
  /** Webhooks may go to this machine itself, and without encryption: for development. */
  allowsLoopbackWebhooks: boolean;
  /** The same for the endpoints of test clients: also where nobody reaches the service from another machine. */
  allowsLoopbackOfClients: boolean;
  /** Null switches the metrics listener off. */
  metrics: MetricsAddress | null;
  /** Where the background of maps comes from; undefined = an outline that ships with the service. */
  mapTiles: MapTiles | undefined;
  /** Undefined = people sign in with passwords and passkeys of this service. */
  oidc: OidcSettings | undefined;
  /** How long connections are still taken after `/readyz` has begun to say that the service stops. */
  drainDelayMs: number;
}

/**
 * Reads the settings from `source`; an empty variable counts as absent.
 * @throws EnvError that names every wrong variable, not only the first.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const values: Record<string, unknown> = {};
  const named: Record<string, unknown> = {};
  const complaints: string[] = [];
  const isSet = (name: string) => (source[name]?.trim() ?? "") !== "";
  for (const [variable, { name, byDefault, schema, mend, isSecret }] of Object.entries<Variable>(VARIABLES)) {
    const text = isSet(variable) ? source[variable]?.trim() : byDefault;
    if (text === undefined) continue;
    const parsed = schema.safeParse(text);
    if (!parsed.success)
      complaints.push(`  ${variable}${isSecret ? "" : `="${text}"`} cannot be used. ${mend}`);
    values[variable] = parsed.data;
    if (name !== undefined) named[name] = parsed.data;
  }
  complaints.push(...oidcComplaints(isSet));
  if (complaints.length > 0)
    throw new EnvError(["These settings must be mended first:", ...complaints].join("\n"));
  return { ...(named as Named), ...derived(values as Values, isSet) };
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

function oidcComplaints(isSet: (name: string) => boolean): string[] {
  if (!OIDC_SETTINGS.some(isSet)) return [];
  return OIDC_NEEDS.filter((name) => !isSet(name)).map(
    (name) => `  ${name} is missing. ${VARIABLES[name].mend} Single sign-on needs it.`,
  );
}

function oidcOf(values: Values): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, claim: values.OIDC_CLAIM, isOnly: values.OIDC_ONLY };
}

/** Settings that are made of several variables, or whose default depends on others. */
function derived(values: Values, isSet: (name: string) => boolean): Omit<Env, keyof Named> {
  const { METRICS_HOST: host, METRICS_PORT: port, MAP_TILES_URL: url } = values;
  const isDeveloping = values.NODE_ENV === "development" || values.NODE_ENV === "test";
  const databaseUrl = values.DATABASE_DIRECT_URL ?? values.DATABASE_URL;
  return {
    nodeEnv: values.NODE_ENV ?? "development",
    databaseUrl,
    loadsDemoData: values.DEMO_DATA ?? (databaseUrl === undefined && isHereOnly(values)),
    isDemoDataNamed: isSet("DEMO_DATA"),
    allowsLoopbackWebhooks: values.WEBHOOK_LOOPBACK ?? isDeveloping,
    allowsLoopbackOfClients: values.WEBHOOK_LOOPBACK ?? (isDeveloping || isHereOnly(values)),
    metrics: port === 0 ? null : { host, port, isExplicit: isSet("METRICS_PORT") },
    mapTiles: url === undefined ? undefined : { url, attribution: values.MAP_TILES_ATTRIBUTION ?? "" },
    oidc: oidcOf(values),
    drainDelayMs: values.DRAIN_DELAY_MS ?? (isHereOnly(values) ? 0 : 5_000),
  };
}

/** Whether nobody reaches the service from another machine: neither by its address nor through a proxy on this one. */
function isHereOnly({ HOST: host, PUBLIC_URL: publicAddress, TRUST_PROXY: proxies }: Values): boolean {
  const isPublic =
    publicAddress !== undefined && !isLoopback(new URL(publicAddress).hostname.replace(/^\[|\]$/g, ""));
  return isLoopback(host) && !isPublic && proxies === null;
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

/** The environment of a program that is run once: everything inherited, with other values or without them (undefined). */
export function inheritedEnv(more: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
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
