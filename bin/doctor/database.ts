import { stat } from "node:fs/promises";
import type { Pool } from "pg";
import { keyOfDatabase, readKeyOfDatabase } from "@/lib/areas/anchors/key-of-database";
import { signingKeyFile } from "@/lib/areas/anchors/signing-key";
import { readDayUse, shareOf } from "@/lib/areas/watch/day-limits";
import { readEndpoints } from "@/lib/areas/watch/endpoints";
import { endpointTroubles, limitTroubles, signingTroubles } from "@/lib/areas/watch/trouble";
import { findDemoAccess } from "@/lib/demo/access";
import { contactsOf, isMail } from "@/lib/ledger/rules/setting";
import { requireSecretOfDatabase } from "@/lib/log/look";
import { countStrange } from "@/lib/log/proved";
import { readUnsigned } from "@/lib/log/waiting";
import { tablesWithoutTriggers } from "@/lib/platform/database/act-rows";
import { foreignReaders } from "@/lib/platform/database/foreign-roles";
import { requireRightClock } from "@/lib/platform/database/keep-time";
import { knowsSecret } from "@/lib/platform/database/prepare";
import { mayRewriteLogs, missingRights } from "@/lib/platform/database/service-role";
import type { Env } from "@/lib/platform/env";
import { isLoopback } from "@/lib/platform/env-values";
import { readRows } from "@/lib/platform/rows";
import { type Finding, look, type Part, unknown, well, wrong } from "./findings";

const DAY_MS = 24 * 60 * 60_000;
/** A copy that is older is told as a fault. */
const BACKUP_DAYS = 2;
/** Use of a limit yesterday above which a busier day reaches it. */
const BUSY_SHARE = 0.5;
/** Of those on which rights are missing. */
const TABLES_SHOWN = 5;

/** Checks of the database, of its keys, and of what its programme says. */
export async function findInDatabase(
  pool: Pool,
  settings: Pick<Env, "anchorMinutes" | "smtpUrl" | "host" | "publicUrl">,
  now: Date,
): Promise<Finding[]> {
  const checks: [Part, () => Promise<Finding[]>][] = [
    ["clock", () => findClock(pool)],
    ["roles", () => findRoles(pool)],
    ["anchor key", () => findKey(pool)],
    ["secret", () => findSecret(pool)],
    ["signing", () => findSigning(pool, settings, now)],
    ["changes", () => findChanges(pool)],
    ["backup", () => findBackup(pool, now)],
    ["limits", () => findLimits(pool, now)],
    ["webhooks", () => findWebhooks(pool, now)],
    ["notices", () => findNotices(pool, settings)],
    ["demo data", () => findDemo(pool, settings)],
  ];
  const findings: Finding[] = [];
  for (const [part, check] of checks)
    findings.push(...(await check().catch((error: Error) => [unknown(part, error.message)])));
  return findings;
}

async function findClock(pool: Pool): Promise<Finding[]> {
  try {
    await requireRightClock(pool);
    return [well("clock", "this machine and the database agree to a minute")];
  } catch (error) {
    return [wrong("clock", (error as Error).message)];
  }
}

async function findRoles(pool: Pool): Promise<Finding[]> {
  const [readers, missing] = [await foreignReaders(pool), await missingRights(pool)];
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      wrong(
        "roles",
        `the role of DATABASE_URL lacks rights on ${shortened(missing)}. Run with both addresses: npm run migrate`,
      ),
    );
  if (await mayRewriteLogs(pool))
    findings.push(
      look(
        "roles",
        "the role of DATABASE_URL can rewrite the logs. Give the service a role of its own (docs/operations.md, Two database roles).",
      ),
    );
  if (readers.length > 0)
    findings.push(
      wrong("roles", `${readers.join(", ")} can read customers and sessions. Revoke it, or run migrate.`),
    );
  return findings.length > 0
    ? findings
    : [well("roles", "the service cannot rewrite the logs, and nobody else reads them")];
}

async function findKey(pool: Pool): Promise<Finding[]> {
  const file = signingKeyFile();
  const known = await keyOfDatabase(pool);
  const key = await readKeyOfDatabase(pool, file);
  if (known === null) return [well("anchor key", "no key has signed for this database yet")];
  if (key?.keyId !== known)
    return [
      wrong(
        "anchor key",
        `${file} ${key === null ? "is not there" : `holds ${key.keyId}`}, and ${known} signs for this database. Bring it from another machine or a backup; if it is lost: npm run anchor-key -- replace-lost.`,
      ),
    ];
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    return [wrong("anchor key", `${file} can be read by other accounts. Run: chmod 600 ${file}`)];
  return [well("anchor key", `${file} is the key of this database`)];
}

async function findSecret(pool: Pool): Promise<Finding[]> {
  if (!(await knowsSecret()))
    return [unknown("secret", "SESSION_SECRET is not known here. Run doctor with the service's settings.")];
  try {
    await requireSecretOfDatabase(pool);
    return [well("secret", "the secret is that of this database")];
  } catch (error) {
    return [wrong("secret", (error as Error).message)];
  }
}

async function findSigning(
  pool: Pool,
  { anchorMinutes }: Pick<Env, "anchorMinutes">,
  now: Date,
): Promise<Finding[]> {
  const unsigned = await readUnsigned(pool);
  const troubles = signingTroubles(unsigned, { now, everyMs: anchorMinutes * 60_000 });
  if (troubles.length > 0) return troubles.map(({ text }) => wrong("signing", text.en));
  const { anchoredAt } = unsigned;
  return [
    well(
      "signing",
      anchoredAt === null ? "there is nothing to sign yet" : `the last anchor is ${ago(anchoredAt, now)}`,
    ),
  ];
}

/** Sealed rows whose changes nothing notes, and those that were changed behind the service's back. */
async function findChanges(pool: Pool): Promise<Finding[]> {
  const unwatched = await tablesWithoutTriggers(pool);
  if (unwatched.length > 0)
    return [
      wrong(
        "changes",
        `nothing notes changes of ${shortened(unwatched)}. Run as the tables' owner: npm run migrate`,
      ),
    ];
  if (!(await knowsSecret())) return [unknown("changes", "SESSION_SECRET is not known here.")];
  const strange = await countStrange(pool);
  return strange === 0
    ? [well("changes", "each record beside the log was changed by the service alone")]
    : [
        wrong(
          "changes",
          `${strange} records were changed in a session that is none of the service, and are not used. npm run verify names them; docs/operations.md (Anchors) says what to do.`,
        ),
      ];
}

const shortened = (names: readonly string[]) =>
  `${names.slice(0, TABLES_SHOWN).join(", ")}${names.length > TABLES_SHOWN ? " and more" : ""}`;

async function findBackup(pool: Pool, now: Date): Promise<Finding[]> {
  const [copy] = await readRows<{ at: Date; isProved: boolean; isOnSameDisk: boolean }>(
    pool,
    `SELECT created_at AS at, coalesce((after ->> 'isProved')::boolean, false) AS "isProved",
            coalesce((after ->> 'isOnSameDisk')::boolean, false) AS "isOnSameDisk" FROM audit_log
      WHERE subject_type = 'programme' AND subject_id = '1' AND action = 'programme.back_up' ORDER BY id DESC LIMIT 1`,
  );
  const how = "Run each night: node bin/run.mjs backup --to /elsewhere";
  if (copy === undefined) return [wrong("backup", `no copy was made by this service. ${how}`)];
  const told = `the last copy is ${ago(copy.at, now)}, ${copy.isProved ? "proved" : "not proved"}`;
  if (now.getTime() - copy.at.getTime() > BACKUP_DAYS * DAY_MS) return [wrong("backup", `${told}. ${how}`)];
  if (copy.isOnSameDisk)
    return [look("backup", `${told}, and on the disk of the service: a broken disk takes both. ${how}`)];
  return [well("backup", told)];
}

async function findLimits(pool: Pool, now: Date): Promise<Finding[]> {
  const today = (await readDayUse(pool, now)).flatMap(limitTroubles);
  const yesterday = await readDayUse(pool, new Date(now.getTime() - DAY_MS));
  const busy = yesterday.filter((use) => shareOf(use) >= BUSY_SHARE);
  const findings = [
    ...today.map(({ text }) => wrong("limits", text.en)),
    ...busy.map((use) =>
      look(
        "limits",
        `${use.en} used ${Math.round(shareOf(use) * 100)} % of ${use.max} ${use.limit === "rewards" ? "points" : "of value given back"} yesterday. A busy day reaches it: raise it (Settings, API clients).`,
      ),
    ),
  ];
  const most = Math.max(0, ...yesterday.map(shareOf));
  return findings.length > 0
    ? findings
    : [well("limits", `yesterday used at most ${Math.round(most * 100)} % of a limit of the day`)];
}

async function findWebhooks(pool: Pool, now: Date): Promise<Finding[]> {
  const endpoints = await readEndpoints(pool);
  const troubles = endpoints.flatMap((endpoint) => endpointTroubles(endpoint, now));
  return troubles.length > 0
    ? troubles.map(({ text }) => wrong("webhooks", text.en))
    : [well("webhooks", `${endpoints.length} endpoints, none off or late`)];
}

async function findNotices(pool: Pool, { smtpUrl }: Pick<Env, "smtpUrl">): Promise<Finding[]> {
  const [programme] = await readRows<{ to: string }>(
    pool,
    'SELECT troubles_told_to AS "to" FROM programme WHERE id = 1',
  );
  const addresses = contactsOf(programme?.to ?? "");
  if (addresses.length === 0)
    return [
      wrong(
        "notices",
        'nobody is told when the service needs a person. Settings, Programme, Change the rules, Safety: name an address under "Told when the service needs a person".',
      ),
    ];
  if (smtpUrl === undefined && addresses.some(isMail))
    return [
      wrong("notices", "mail is to be sent and SMTP_URL is not set. Set it, or name an https address."),
    ];
  return [well("notices", `${addresses.length} addresses are told`)];
}

async function findDemo(
  pool: Pool,
  { host, publicUrl }: Pick<Env, "host" | "publicUrl">,
): Promise<Finding[]> {
  const { userIds, clientIds } = await findDemoAccess(pool);
  if (userIds.length + clientIds.length === 0)
    return [well("demo data", "nobody signs in with the demo's passwords")];
  const isHere = isLoopback(host) && publicUrl === undefined;
  return [
    isHere
      ? look(
          "demo data",
          "the demo's accounts work, on this machine alone. DEMO_DATA=off ends them before others come.",
        )
      : wrong(
          "demo data",
          "the demo's accounts work, whose passwords everybody knows. Start once with DEMO_DATA=off.",
        ),
  ];
}

function ago(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} minutes old`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours old` : `${Math.round(hours / 24)} days old`;
}
