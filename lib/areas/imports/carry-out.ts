import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { Actor, AdjustCommand } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { PROFILE_RECORD } from "@/lib/ledger/rules/profile";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import { openReferrals } from "@/lib/ledger/with/referrals/facts";
import type { NotedRows } from "@/lib/log/proved";
import { sender } from "@/lib/platform/database/sender";
import { withSealedId } from "@/lib/platform/personal";
import { inTransactionOn } from "@/lib/platform/transaction";
import { ENTRIES_BEFORE } from "@/lib/portal/acts/audit-log";
import { LOCK_MSISDNS } from "@/lib/portal/acts/lock-msisdns";
import { requireProved } from "@/lib/portal/security-log/proved";
import { readTaken } from "@/lib/wallet/facts";
import { newWalletCode } from "@/lib/wallet/new-code";
import { MAKE_WALLETS } from "@/lib/wallet/rows";
import { type CarriedImport, IMPORT } from "./carried";
import { changeKnown, consentOf } from "./change-customers";
import type { LineProblem } from "./line-problems";
import type { NewWallet } from "./read-line";
import { openLine } from "./read-line";

/** Lines that are carried out in one transaction, together with how far the import has come. */
const CHUNK_SIZE = 500;

export interface CarryOutOptions {
  importId: number;
  ledger: Pick<Ledger, "post">;
  now: () => Date;
  signal?: AbortSignal | undefined;
}

/** The rows that an import goes by: nobody but the service may have written any of them. */
export const rowsOf = (importId: number): NotedRows[] => [
  ["wallet_import", importId],
  ["wallet_import_row", importId],
  ["wallet_import_part", importId],
];

/**
 * Carries an import out from where it stopped to its end. Each chunk of lines is one transaction: its wallets, what is
 * known of its customers, their consent, the audit rows, the lines' states and the import's place are there together or
 * not at all. Opening points are posted after it through the ledger under a reference made of import and line, which counts
 * once for ever; lines whose points may not have been posted are found by their state and posted first.
 *
 * So it can be killed at any moment and carried on by any process. The caller holds the import's lock on this connection.
 * @throws StrangeRowError
 */
export async function carryOut(
  client: PoolClient,
  { importId, ledger, now, signal }: CarryOutOptions,
): Promise<"done" | "stopped" | "interrupted"> {
  for (;;) {
    await requireProved(client, rowsOf(importId));
    await postOpeningPoints(client, { importId, ledger });
    if (signal?.aborted) return "interrupted";
    const outcome = await inTransactionOn(client, () => carryOutChunk(client, importId, now()));
    if (outcome !== "more") return outcome;
  }
}

async function carryOutChunk(
  client: PoolClient,
  importId: number,
  now: Date,
): Promise<"more" | "done" | "stopped"> {
  const send = sender(client);
  const { rows: imports } = await send({
    text: `${IMPORT} FOR UPDATE`,
    values: [importId],
  });
  const found = imports[0] as CarriedImport | undefined;
  if (found?.state !== "running") return "stopped";
  const { rows } = await send({ text: NEXT_LINES, values: [importId, found.cursor_line, CHUNK_SIZE] });
  const asked = (rows as { line: number; fields: unknown }[]).flatMap(({ line, fields }) => {
    const { wallet } = openLine(fields);
    return wallet === null ? [] : [{ ...wallet, line }];
  });
  const last = asked.at(-1);
  if (last === undefined) {
    await finish(client, { importId, now, found });
    return "done";
  }
  const carryOutLines = found.kind === "new" ? openWallets : changeKnown;
  const { done, refused } = await carryOutLines(client, asked, { importId, now, found });
  await refuse(client, importId, refused);
  await client.query(ADVANCE, [importId, last.line, done.size, asked.length - done.size]);
  return "more";
}

async function openWallets(
  client: PoolClient,
  asked: readonly AskedWallet[],
  carried: { importId: number; now: Date; found: CarriedImport },
): ReturnType<typeof changeKnown> {
  const free = await refuseTaken(client, carried.importId, asked, carried.found.allows_shared_mobile);
  const done = await makeWallets(client, free, carried);
  const refusedLate = free.filter(({ line }) => !done.has(line));
  return { done, refused: refusedLate.map(({ line }) => ({ line, problems: [CODE_TAKEN] })) };
}

const NEXT_LINES = `
SELECT line, fields FROM wallet_import_row
 WHERE import_id = $1 AND state = 1 AND line > $2 ORDER BY line LIMIT $3`;

const ADVANCE = `
UPDATE wallet_import SET cursor_line = $2, created = created + $3, refused = refused + $4 WHERE id = $1`;

type AskedWallet = NewWallet & { line: number };

/** Another request may have taken a number that was free in the dry run. Enrolments of these customers wait for the chunk's end meanwhile. */
async function refuseTaken(
  client: PoolClient,
  importId: number,
  asked: readonly AskedWallet[],
  allowsSharedMobile: boolean,
): Promise<AskedWallet[]> {
  const msisdns = asked.map(({ msisdn }) => msisdn);
  await client.query(LOCK_MSISDNS, [msisdns]);
  const taken = await readTaken(client, {
    walletCodes: asked.flatMap(({ walletCode }) => walletCode ?? []),
    msisdns: allowsSharedMobile ? [] : msisdns,
  });
  const refused = asked
    .map(({ line, walletCode, msisdn }) => ({
      line,
      problems: [
        ...(walletCode !== null && taken.walletCodes.has(walletCode) ? [CODE_TAKEN] : []),
        ...(taken.msisdns.has(msisdn) ? [MOBILE_TAKEN] : []),
      ],
    }))
    .filter(({ problems }) => problems.length > 0);
  await refuse(client, importId, refused);
  const lines = new Set(refused.map(({ line }) => line));
  return asked.filter(({ line }) => !lines.has(line));
}

const CODE_TAKEN: LineProblem = { column: "walletCode", code: "code_taken" };
const MOBILE_TAKEN: LineProblem = { column: "mobile", code: "mobile_taken" };

async function refuse(
  client: PoolClient,
  importId: number,
  lines: readonly { line: number; problems: LineProblem[] }[],
): Promise<void> {
  if (lines.length > 0) await client.query(REFUSE, [importId, JSON.stringify(lines)]);
}

const REFUSE = `
UPDATE wallet_import_row r SET state = 2, problems = x.problems
  FROM jsonb_to_recordset($2::jsonb) AS x (line integer, problems jsonb)
 WHERE r.import_id = $1 AND r.line = x.line`;

/**
 * Makes the wallets and all that belongs to them. One whose code another person has just taken is left out.
 * @returns the numbers of the lines that have their wallets
 */
async function makeWallets(
  client: PoolClient,
  wallets: readonly AskedWallet[],
  { importId, now, found }: { importId: number; now: Date; found: CarriedImport },
): Promise<Set<number>> {
  const said = wallets.map((wallet) => {
    const { wasSaid, ...consent } = consentOf(wallet, found);
    return { ...wallet, ...consent, hasConsented: wasSaid };
  });
  const lines = await withCodes(client, said);
  const { rows } = await client.query<{ line: number }>(MAKE, [
    JSON.stringify(lines.map(withSealedId)),
    now,
    importId,
    found.created_by,
    found.merchant_id,
  ]);
  const made = new Set(rows.map(({ line }) => line));
  const opened = lines.filter(({ line }) => made.has(line));
  await openReferrals(client, opened, { now, enrolledBy: found.created_by });
  return made;
}

/** Gives those that ask for no code one that is free. */
async function withCodes<Asked extends AskedWallet>(
  client: PoolClient,
  wallets: readonly Asked[],
): Promise<(Asked & { walletCode: string })[]> {
  const given = new Set(wallets.flatMap(({ walletCode }) => walletCode ?? []));
  let missing = wallets.filter(({ walletCode }) => walletCode === null).length;
  const free: string[] = [];
  while (missing > 0) {
    const drawn = new Set(Array.from({ length: missing }, newWalletCode));
    const { walletCodes } = await readTaken(client, { walletCodes: [...drawn], msisdns: [] });
    const usable = [...drawn].filter((code) => !walletCodes.has(code) && !given.has(code));
    for (const code of usable) given.add(code);
    free.push(...usable);
    missing -= usable.length;
  }
  return wallets.map((wallet) => ({
    ...wallet,
    walletCode: wallet.walletCode ?? free.pop() ?? newWalletCode(),
  }));
}

// Wallets, profiles, consents, audit rows and the lines' states in one statement. Of a line that is done nothing is kept but
// its code: its customer's data has one place.
const MAKE = `
WITH asked AS (
  SELECT r.*, coalesce((r."consentedOn"::timestamp AT TIME ZONE p.time_zone), $2::timestamptz) AS consent_at
    FROM jsonb_to_recordset($1::jsonb) AS r (
           line integer, "walletCode" text, msisdn text, ${PROFILE_RECORD}, "referralMsisdn" text, "segmentId" integer, "hasConsented" boolean, "consentedOn" text, "proofId" integer, "openingPoints" bigint)
   CROSS JOIN programme p WHERE p.id = 1),
${MAKE_WALLETS},
consents AS (
  INSERT INTO wallet_consent (wallet_id, is_given, version, language, via, at, user_id, proof_id, recorded_at)
  SELECT d.id, true, x.version, x.language, 'import', d.consent_at, $4, d."proofId", $2
    FROM done d LEFT JOIN consent_proof x ON x.id = d."proofId" WHERE d."hasConsented"),
audited AS (
  INSERT INTO audit_log (created_at, user_id, merchant_id, action, subject_type, subject_id, after, entries_before)
  SELECT $2, $4, $5::int, 'wallet.enrol', 'wallet', d."walletCode",
         jsonb_build_object('importId', $3::int, 'line', d.line, 'openingPoints', d."openingPoints", 'isOptedIn', d."hasConsented"), entries_before
    FROM ${ENTRIES_BEFORE}, done d),
kept AS (
  UPDATE wallet_import_row r
     SET state = CASE WHEN d."openingPoints" > 0 THEN 3 ELSE 4 END, wallet_code = d."walletCode", fields = NULL, msisdn = NULL
    FROM done d WHERE r.import_id = $3 AND r.line = d.line)
SELECT line FROM done`;

// Opening points -------------------------------------------------------------------------------------------------------

interface Opening {
  line: number;
  wallet_code: string;
  opening_points: number;
}

const OPENINGS = `
SELECT line, wallet_code, opening_points FROM wallet_import_row WHERE import_id = $1 AND state = 3 ORDER BY line LIMIT ${CHUNK_SIZE}`;

/** Posts the opening points of all lines whose wallets are made. */
async function postOpeningPoints(
  client: PoolClient,
  { importId, ledger }: Pick<CarryOutOptions, "importId" | "ledger">,
): Promise<void> {
  const send = sender(client);
  const { rows: imports } = await send({
    text: IMPORT,
    values: [importId],
  });
  const found = imports[0] as CarriedImport;
  const { created_by: userId, merchant_id: merchantId } = found;
  const actor: Actor = {
    userId,
    merchantId,
    channelId: CHANNEL.import,
    branchId: null,
    branchMsisdn: null,
  };
  for (;;) {
    const openings = (await send({ text: OPENINGS, values: [importId] })).rows as Opening[];
    if (openings.length === 0) return;
    const posted = await Promise.all(
      openings.map((opening) => post(ledger, actor, { importId, found, opening })),
    );
    const linesOf = (isPosted: boolean) =>
      openings.filter((_, index) => posted[index] === isPosted).map(({ line }) => line);
    await client.query(OPENED, [importId, linesOf(true), linesOf(false)]);
  }
}

const OPENED = `
WITH opened AS (
  UPDATE wallet_import_row
     SET state = 4, problems = CASE WHEN line = ANY ($3::int[]) THEN '[{"column": "openingPoints", "code": "points_refused"}]' ELSE problems END
   WHERE import_id = $1 AND state = 3 AND (line = ANY ($2::int[]) OR line = ANY ($3::int[]))
  RETURNING line, opening_points)
UPDATE wallet_import
   SET posted_points = posted_points + coalesce((SELECT sum(opening_points) FROM opened WHERE line = ANY ($2::int[])), 0)
 WHERE id = $1`;

/** True when the points are in the wallet, false when the rules refuse them. Throws when nobody knows. */
async function post(
  ledger: Pick<Ledger, "post">,
  actor: Actor,
  { importId, found, opening }: { importId: number; found: CarriedImport; opening: Opening },
): Promise<boolean> {
  const { line, wallet_code: walletCode, opening_points: points } = opening;
  const key = `import-${importId}-${line}`;
  const isNew = found.kind === "new";
  const command: AdjustCommand = {
    type: "adjust",
    walletCode,
    direction: "up",
    pocket: "spendable",
    points,
    ...(isNew && found.counts_for_tiers && { isEarnedBefore: true }),
    comment: `${isNew ? "Opening balance" : "Adjustment"} (import ${importId}, line ${line})`,
    externalLogId: key,
    actor,
    reference: { key, requestHash: createHash("sha256").update(`${walletCode} ${points}`).digest("base64") },
  };
  try {
    await ledger.post(command);
    return true;
  } catch (error) {
    if (isDomainError(error) && error.code !== UNAVAILABLE) return false;
    throw error;
  }
}

const UNAVAILABLE = 1902;

async function finish(
  client: PoolClient,
  { importId, now, found }: { importId: number; now: Date; found: CarriedImport },
): Promise<void> {
  await client.query("UPDATE wallet_import SET state = 'done', finished_at = $2 WHERE id = $1", [
    importId,
    now,
  ]);
  await client.query(COUNT_POSTED, [importId]);
  await client.query(FINISHED, [now, found.created_by, found.merchant_id, importId]);
}

/** Its author gave no more points alone than were posted. */
const COUNT_POSTED = `
UPDATE points_alone a SET points = i.posted_points + greatest(i.weighed_points - i.opening_points, 0)
  FROM wallet_import i WHERE i.id = $1 AND a.user_id = i.created_by AND a.kind = 'import' AND a.reference = i.id::text`;

const FINISHED = `
INSERT INTO audit_log (created_at, user_id, merchant_id, action, subject_type, subject_id, before, after)
SELECT $1::timestamptz, $2::int, $3::int, 'wallet.import', 'import', i.id::text, '{"state": "running"}',
       jsonb_build_object('state', 'done', 'created', i.created, 'refused', i.refused, 'postedPoints', i.posted_points)
  FROM wallet_import i WHERE i.id = $4`;
