import type { ClientBase, Pool } from "pg";
import { lastOfPart, readWalletEnds } from "@/lib/log/parts";
import { wholeUpTo } from "@/lib/log/tail";
import type { Clock } from "@/lib/platform/clock";
import { withSessionLock } from "@/lib/platform/session-lock";
import { inTransactionOn } from "@/lib/platform/transaction";
import { tellSubscribers } from "../webhooks/tell";
import { type Anchor, type AnchorContent, leafText, signAnchor } from "./anchor";
import { anchorJson, appendToAnchorFile, readLastAnchor } from "./anchor-file";
import { leafHash, MerkleRoot } from "./merkle";
import type { SigningKey } from "./signing-key";
import { insertAnchor, readAnchors, readChainHeads, readNewestAnchor } from "./store";

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

/** What the file and the database say differs: one of them was changed. */
export class AnchorsDifferError extends Error {
  override readonly name = "AnchorsDifferError";
}

/**
 * Makes the anchors that are due: signs where all logs end, keeps that in the database, tells who subscribed and adds it to
 * the file. Of all processes that try at once one does it. Nothing is anchored twice, and nothing where nothing happened.
 * @returns the anchors that were made; null when none was due or another process is at it.
 * @throws AnchorsDifferError when the file's last anchor is not in the database; new anchors are kept in the database all the same.
 */
export async function makeAnchors(options: AnchorOptions): Promise<Anchor[] | null> {
  const { pool, clock, everyMs } = options;
  const newest = await readNewestAnchor(pool);
  if (newest !== null && newest.createdAt.getTime() + everyMs > clock.now().getTime()) return null;
  return withSessionLock(pool, ["anchors", 0], async (client) => {
    const made: Anchor[] = [];
    for (let before = await readNewestAnchor(client); ; before = made.at(-1) ?? null) {
      const anchor = await makeAnchor(client, before, options);
      if (anchor === null) break;
      made.push(anchor);
    }
    await bringFileUpToDate(client, options.file);
    return made;
  });
}

async function makeAnchor(
  client: ClientBase,
  before: Anchor | null,
  { pool, clock, key, entriesMax = ENTRIES_MAX }: AnchorOptions,
): Promise<Anchor | null> {
  const afterEntryId = before?.entryId ?? 0;
  const until = await wholeUpTo(pool, afterEntryId);
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
  if (!isNews) return null;
  const anchor = signAnchor(content, key);
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
  return anchor;
}

/** The root over where each wallet's log ended in this part of the log. Inside a transaction of the caller's. */
export async function treeOver(
  client: ClientBase,
  part: { afterEntryId: number; entryId: number },
): Promise<Pick<AnchorContent, "wallets" | "root">> {
  const tree = new MerkleRoot();
  for await (const ends of readWalletEnds(client, part))
    for (const end of ends) tree.add(leafHash(leafText(end)));
  return { wallets: tree.leaves, root: tree.root().toString("base64") };
}

/** Adds to the file what it lacks, whoever has made it. */
async function bringFileUpToDate(client: ClientBase, file: string): Promise<void> {
  let last = await readLastAnchor(file);
  if (last !== null) {
    const [same] = await readAnchors(client, { after: last.number - 1, limit: 1 });
    if (same?.hash !== last.hash)
      throw new AnchorsDifferError(
        `Anchor ${last.number} of ${file} is not in the database. Run npm run verify: one of the two was changed, or the database was restored.`,
      );
  }
  for (;;) {
    const missing = await readAnchors(client, { after: last?.number ?? 0, limit: APPENDED_AT_ONCE });
    await appendToAnchorFile(file, missing);
    last = missing.at(-1) ?? last;
    if (missing.length < APPENDED_AT_ONCE) return;
  }
}
