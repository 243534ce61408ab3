import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { parseDatabaseUrl, plainDatabaseUrl } from "./database/address";
import { isNetwork, NAMED_NETWORKS } from "./networks";

// How the texts of settings are read (env.ts). A text that cannot be used fails its schema.

/** Proxies that are believed about who the caller is and where it reached the service. */
export interface TrustedProxies {
  /** Where they connect from: addresses and ranges such as "10.1.2.0/24". */
  networks: readonly string[];
  /** At most so many, one behind the other; null = any number. */
  hopsMax: number | null;
  /** Set as a number or "on", which names no network: networks of one's own are believed, and a warning is due. */
  isByNumber: boolean;
}

/** Whether what listens there is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function wholeNumber(from: number, to: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().int().min(from).max(to));
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

export const databaseUrl = z
  .string()
  .transform(plainDatabaseUrl)
  .refine((text) => (parseDatabaseUrl(text)?.url.pathname.length ?? 0) > 1);

export const publicUrl = z
  .string()
  .refine((text) => {
    const url = parseUrl(text);
    return (
      url !== null &&
      (url.protocol === "https:" || url.protocol === "http:") &&
      url.search === "" &&
      url.hash === ""
    );
  })
  .transform((text) => text.replace(/\/+$/, ""));

/** `{s}` only as the first part of the host's name: pages allow one origin, or the names below one. */
export const tilesUrl = z.string().refine((text) => {
  const url = parseUrl(text.replace(/^(https?:\/\/)\{s\}\./, "$1s."));
  return (
    url !== null &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    /^[a-z\d.-]+$|^\[[\da-f:]+\]$/.test(url.hostname) &&
    url.username === "" &&
    ["{z}", "{x}", "{y}"].every((part) => text.includes(part))
  );
});

export const issuerUrl = z
  .string()
  .refine((text) => {
    const url = parseUrl(text);
    if (url === null || url.search !== "" || url.hash !== "") return false;
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  })
  .transform((text) => text.replace(/\/+$/, ""));

export const secretFile = z.string().transform((file, context) => {
  try {
    const text = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
    if (text !== "") return text;
  } catch {
    // The caller reports the value like any other that cannot be used.
  }
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

/** A file or a folder, relative to where the service was started. */
export const place = z
  .string()
  .min(1)
  .transform((file) => path.resolve(/* turbopackIgnore: true */ file));

export const startOfDay = z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`));

export const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["on", "off"]))
  .transform((value) => value === "on");

/** "off"; networks, by their addresses or by name; or, as it was once written, how many proxies there are. */
export const trustedProxies = z
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
