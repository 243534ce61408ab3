import { createPublicKey, type KeyObject } from "node:crypto";
import type { ClientBase } from "pg";
import { EnvError } from "@/lib/platform/env";
import { inTransactionOn } from "@/lib/platform/transaction";
import { keyIdOf } from "./anchor";
import {
  beforeOf,
  createSigningKey,
  keepBefore,
  readNextKey,
  readSigningKey,
  type SigningKey,
  takeNextKey,
  writeNextKey,
} from "./signing-key";
import { readNewestAnchor } from "./store";

/** The key whose signatures continue a database's anchors. */
interface KnownKey {
  keyId: string;
  /** False in a database whose anchors were signed before keys were noted. */
  isNoted: boolean;
}

/**
 * The one key of a database: the file's, which must be the one that signed before. A database that no key has signed for takes the
 * file's, or a new one where there is no file; of several instances that start at once one decides.
 * @throws EnvError when the file is missing or holds another key: a lost key is never replaced in silence.
 */
export async function settleSigningKey(client: ClientBase, file: string): Promise<SigningKey> {
  return alone(client, async () => {
    const known = await readKnownKey(client);
    const key =
      known === null
        ? ((await readSigningKey(file)) ?? (await createSigningKey(file)))
        : await heldFor(known, file);
    if (known !== null && key?.keyId !== known.keyId) throw new EnvError(wrongText(known.keyId, key, file));
    if (key === null) throw new Error(`No key was made in ${file}.`);
    if (known?.isNoted !== true) await noteKey(client, key);
    return key;
  });
}

/** The database's key among the file and those that were rotated away beside it; otherwise the file's. */
async function heldFor({ keyId }: Pick<KnownKey, "keyId">, file: string): Promise<SigningKey | null> {
  const key = await readSigningKey(file);
  return key?.keyId === keyId ? key : ((await readSigningKey(beforeOf(file, keyId))) ?? key);
}

/** The key that signs for a database, as far as the file, or one beside it that was rotated away, holds it. For each round. */
export async function readKeyOfDatabase(
  client: Pick<ClientBase, "query">,
  file: string,
): Promise<SigningKey | null> {
  const known = await readKnownKey(client);
  return known === null ? readSigningKey(file) : heldFor(known, file);
}

/**
 * Makes a new key, which signs from now on; the one before stays trusted by the same file. Where the key before is lost,
 * its public part is taken from the database.
 * @returns the new key, and the name of the one before.
 * @throws EnvError where the file's key is not the database's and `isLost` does not say so, or there is none yet
 */
export async function rotateSigningKey(
  client: ClientBase,
  file: string,
  { isLost }: { isLost: boolean },
): Promise<{ key: SigningKey; before: string }> {
  const rotated = await alone(client, async () => {
    const known = await readKnownKey(client);
    if (known === null)
      throw new EnvError("No key has signed for this database yet: there is nothing to replace.");
    const next = await readNextKey(file);
    // An earlier run was interrupted between the database and the file.
    if (next?.keyId === known.keyId) return { key: next, before: known.keyId };
    const held = await readSigningKey(file);
    const isHeld = held?.keyId === known.keyId;
    if (isLost && held !== null && !isHeld)
      throw new EnvError(
        `${file} holds ${held.keyId}, the key of another database, which a replacement would end. Name another file in ANCHOR_KEY_FILE for this one, or move that file away.`,
      );
    if (isHeld && isLost)
      throw new EnvError(`${file} holds the key of this database: it is not lost. Rotate it instead.`);
    if (!isHeld && !isLost) throw new EnvError(wrongText(known.keyId, held, file));
    const trusted = isHeld ? [held.publicKey, ...held.trusted] : await readPublicParts(client);
    if (!trusted.some((publicKey) => keyIdOf(publicKey) === known.keyId))
      throw new EnvError(
        `The public part of the key ${known.keyId} is nowhere. Bring the key from a backup of ${file}.`,
      );
    const key = await writeNextKey(file, trusted);
    await noteKey(client, key);
    return { key, before: known.keyId };
  });
  // Behind the commit: the file's key is never ahead of the database. A backup from before the rotation needs the key before.
  await keepBefore(file);
  await takeNextKey(file);
  return rotated;
}

/** For each round, since another instance may have replaced the key. @throws EnvError */
export async function requireKeyOfDatabase(client: ClientBase, key: SigningKey): Promise<void> {
  const known = await readKnownKey(client);
  if (known !== null && known.keyId !== key.keyId)
    throw new EnvError(wrongText(known.keyId, key, "the key file"));
}

/** The name of the key that signs for a database; null where none has yet. */
export async function keyOfDatabase(client: Pick<ClientBase, "query">): Promise<string | null> {
  return (await readKnownKey(client))?.keyId ?? null;
}

async function readKnownKey(client: Pick<ClientBase, "query">): Promise<KnownKey | null> {
  const { rows } = await client.query<{ key_id: string }>(
    "SELECT key_id FROM anchor_key ORDER BY number DESC LIMIT 1",
  );
  const [row] = rows;
  if (row !== undefined) return { keyId: row.key_id, isNoted: true };
  const newest = await readNewestAnchor(client);
  return newest === null ? null : { keyId: newest.keyId, isNoted: false };
}

/** Of all keys that signed for this database, the last first. */
async function readPublicParts(client: ClientBase): Promise<KeyObject[]> {
  const { rows } = await client.query<{ public_key: string }>(
    "SELECT public_key FROM anchor_key ORDER BY number DESC",
  );
  return rows.map(({ public_key }) =>
    createPublicKey({ key: Buffer.from(public_key, "base64"), format: "der", type: "spki" }),
  );
}

async function noteKey(client: ClientBase, { publicKey, keyId }: SigningKey): Promise<void> {
  await client.query(
    `INSERT INTO anchor_key (number, key_id, public_key, created_at)
     SELECT coalesce(max(number), 0) + 1, $1, $2, now() FROM anchor_key`,
    [keyId, publicKey.export({ type: "spki", format: "der" }).toString("base64")],
  );
}

function alone<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  return inTransactionOn(client, async () => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('points-service anchor key'))");
    return work();
  });
}

const HOW_TO_GO_ON =
  "Put the key there, from another instance or from a backup, or name it in ANCHOR_KEY_FILE. If it is lost: npm run anchor-key -- replace-lost (docs/operations.md).";

function wrongText(keyId: string, held: SigningKey | null, file: string): string {
  const found = held === null ? "is not there" : `holds ${held.keyId}`;
  return `The anchors of this database are signed with the key ${keyId}, and ${file} ${found}. All instances need that key. ${HOW_TO_GO_ON}`;
}
