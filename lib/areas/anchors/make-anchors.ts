import type { ClientBase, Pool } from "pg";
import { tellSubscribers } from "@/lib/areas/webhooks/pump";
import { lastOfPart } from "@/lib/log/parts";
import { wholeUpTo } from "@/lib/log/tail";
import type { Clock } from "@/lib/platform/clock";
import { withSessionLock } from "@/lib/platform/session-lock";
import { isDue } from "@/lib/platform/time-base";
import { inTransactionOn } from "@/lib/platform/transaction";
import { type Anchor, type AnchorContent, signAnchor } from "./anchor";
import { anchorJson, appendToAnchorFile, readLastAnchor, removeLastAnchor } from "./anchor-file";
import { flawsOf, treeOver } from "./check-anchors";
import { requireKeyOfDatabase } from "./key-of-database";
import type { SigningKey } from "./signing-key";
import { hasChainHead, insertAnchor, readAnchors, readChainHeads, readNewestAnchor } from "./store";

/** Entries under one anchor at most: after a busy stretch, or at the first start, several follow each other. */
const ENTRIES_MAX = 200_000;
/** For the reading of so many entries on a busy database. */
const TIME_LIMIT_MS = 120_000;
/** Anchors that are written into the file at a time, when it was away. */
const APPENDED_AT_ONCE = 1_000;

export interface AnchorOptions {
  pool: Pool;
  clock: Clock;
  key: SigningKey;
  /** Where anchors are kept outside the database. */
  file: string;
  /** Milliseconds from one anchor to the next. */
  everyMs: number;
  entriesMax?: number;
}

/** The file and the database differ: one of them was changed. */
export class AnchorsDifferError extends Error {
  override readonly name = "AnchorsDifferError";
}

/**
 * Makes the anchor that is due: signs where all logs ended when the round began, adds that to the file, keeps it in the database
 * and tells who subscribed. Of all processes that try at once one does it. Nothing is anchored twice, and nothing where nothing
 * happened. Only a log that has grown by more than `entriesMax` entries is anchored in several parts.
 * @returns the anchors that were made; null when none was due or another process is at it.
 * @throws AnchorsDifferError when the file's last anchor is not in the database; new anchors are kept in the database all the same.
 * @throws EnvError when the key is not the one that signs for this database
 */
export async function makeAnchors(options: AnchorOptions): Promise<Anchor[] | null> {
  const { pool, clock, everyMs, key, file } = options;
  const newest = await readNewestAnchor(pool);
  if (newest !== null && !isDue({ last: newest.createdAt, now: clock.now(), everyMs })) return null;
  return withSessionLock(pool, ["anchors", 0], async (client) => {
    await requireKeyOfDatabase(client, key);
    const differs = await bringFileUpToDate(client, options).then(
      () => null,
      (error: unknown) => {
        if (error instanceof AnchorsDifferError) return error;
        throw error;
      },
    );
    const made: Anchor[] = [];
    let before = await readNewestAnchor(client);
    const until = await wholeUpTo(pool, before?.entryId ?? 0);
    do {
      const anchor = await makeAnchor(client, { before, until }, options);
      if (anchor === null) break;
      // The file first: an anchor that anybody was told of is also outside the database.
      if (differs === null) await appendToAnchorFile(file, [anchor]);
      await keepAnchor(client, anchor);
      made.push(anchor);
      before = anchor;
    } while (before.entryId < until);
    if (differs !== null) throw differs;
    return made;
  });
}

async function makeAnchor(
  client: ClientBase,
  { before, until }: { before: Anchor | null; until: number },
  { clock, key, entriesMax = ENTRIES_MAX }: AnchorOptions,
): Promise<Anchor | null> {
  const afterEntryId = before?.entryId ?? 0;
  const entryId = await lastOfPart(client, { after: afterEntryId, until, limit: entriesMax });
  const content = await inTransactionOn(
    client,
    async (): Promise<AnchorContent> => ({
      number: (before?.number ?? 0) + 1,
      createdAt: clock.now(),
      afterEntryId,
      entryId,
      ...(await treeOver(client, { afterEntryId, entryId })),
      ...(await readChainHeads(client)),
      previousHash: before?.hash ?? null,
    }),
    { mode: "snapshot", timeLimitMs: TIME_LIMIT_MS },
  );
  const isNews =
    content.wallets > 0 ||
    content.audit.seq !== (before?.audit.seq ?? 0) ||
    content.security.seq !== (before?.security.seq ?? 0);
  return isNews ? signAnchor(content, key) : null;
}

async function keepAnchor(client: ClientBase, anchor: Anchor): Promise<void> {
  await inTransactionOn(client, async () => {
    await insertAnchor(client, anchor);
    await tellSubscribers(client, {
      id: `evt_n${anchor.number}`,
      type: "anchor.created",
      at: anchor.createdAt,
      subject: "anchors",
      data: anchorJson(anchor),
      merchantId: "everybody",
    });
  });
}

/** Adds to the file what it lacks, whoever has made it. @throws AnchorsDifferError */
async function bringFileUpToDate(client: ClientBase, { file, key }: AnchorOptions): Promise<void> {
  let last = await readLastAnchor(file);
  if (last !== null) last = await settleLast(client, last, { file, key });
  for (;;) {
    const missing = await readAnchors(client, { after: last?.number ?? 0, limit: APPENDED_AT_ONCE });
    await appendToAnchorFile(file, missing);
    last = missing.at(-1) ?? last;
    if (missing.length < APPENDED_AT_ONCE) return;
  }
}

/**
 * Ends a round that was cut short between the file and the database: the anchor comes into the database, or goes from the file
 * where another instance has made the next one meanwhile. Either only where it is true of the database as it is.
 * @returns the file's last anchor by then
 * @throws AnchorsDifferError
 */
async function settleLast(
  client: ClientBase,
  last: Anchor,
  { file, key }: Pick<AnchorOptions, "file" | "key">,
): Promise<Anchor | null> {
  const found = await readAnchors(client, { after: last.number - 2, limit: 2 });
  const same = found.find(({ number }) => number === last.number);
  if (same?.hash === last.hash) return last;
  const before = found.find(({ number }) => number === last.number - 1) ?? null;
  if (!(await isTrue(client, { last, before }, key)))
    throw new AnchorsDifferError(
      `Anchor ${last.number} of ${file} is not in the database. Run npm run verify: one of the two was changed, or the database was restored.`,
    );
  if (same === undefined) {
    await keepAnchor(client, last);
    return last;
  }
  await removeLastAnchor(file);
  return before;
}

/** Whether an anchor continues the one before, is signed with the key, and says of the logs what they still say. */
function isTrue(
  client: ClientBase,
  { last, before }: { last: Anchor; before: Anchor | null },
  { keyId, publicKey }: SigningKey,
): Promise<boolean> {
  const look = async () => {
    const flaws = await flawsOf(client, last, before, {
      trusted: new Map([[keyId, publicKey]]),
      filed: last,
    });
    return (
      // An anchor of the future before it says nothing against this one.
      flaws.every((flaw) => flaw === "time") &&
      (await hasChainHead(client, "audit", last.audit)) &&
      (await hasChainHead(client, "security", last.security))
    );
  };
  return inTransactionOn(client, look, { mode: "snapshot", timeLimitMs: TIME_LIMIT_MS });
}
