import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { readOrCreateFile } from "@/lib/platform/secret-file";
import { keyIdOf } from "./anchor";

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  keyId: string;
  /** Public parts of the keys that signed before, which the same file holds. */
  trusted: readonly KeyObject[];
}

/** Where the key is kept: outside the database, so that whoever rewrites that cannot sign again. */
export function signingKeyFile(): string {
  const { anchorKeyFile, dataDir } = env();
  return anchorKeyFile ?? path.join(dataDir, "anchor-key.pem");
}

/** The key that signs anchors (Ed25519, PKCS 8), and below it the public parts of those before; null where there is no file. */
export async function readSigningKey(file = signingKeyFile()): Promise<SigningKey | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : signingKeyOf(text, file);
}

/** The key in `file`, made where there is none and readable by the owner only. For a database that no key has signed for. */
export async function createSigningKey(file: string): Promise<SigningKey> {
  return signingKeyOf(await readOrCreateFile(file, () => pemOf(newPrivateKey())), file);
}

/** Writes a new key beside `file`, with the public parts of those before it; {@link takeNextKey} puts it in the file's place. */
export async function writeNextKey(file: string, trusted: readonly KeyObject[]): Promise<SigningKey> {
  const text = [pemOf(newPrivateKey()), ...trusted.map(publicPem)].join("");
  // A new machine has no folder for it yet.
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(nextOf(file), text, { mode: 0o600, flush: true });
  return signingKeyOf(text, nextOf(file));
}

/** The key that {@link writeNextKey} left beside `file`; null when there is none. */
export function readNextKey(file: string): Promise<SigningKey | null> {
  return readSigningKey(nextOf(file));
}

/** Where a key is kept that was rotated away. */
export const beforeOf = (file: string, keyId: string): string => `${file}.${keyId}`;

/** Keeps the key of `file` beside it under its name, for its owner only. */
export async function keepBefore(file: string): Promise<void> {
  const key = await readSigningKey(file);
  if (key !== null)
    await writeFile(beforeOf(file, key.keyId), await readFile(file), { mode: 0o600, flush: true });
}

export function takeNextKey(file: string): Promise<void> {
  return rename(nextOf(file), file);
}

const nextOf = (file: string) => `${file}.next`;

/** The public keys in `files` (PEM, any number in a file; a private key counts as its public part). */
export async function readPublicKeys(files: readonly string[]): Promise<KeyObject[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) => blocksOf(text).map((block) => createPublicKey(block)));
}

function newPrivateKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

function pemOf(privateKey: KeyObject): string {
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function publicPem(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}

function signingKeyOf(text: string, file: string): SigningKey {
  const [first = text, ...others] = blocksOf(text);
  const privateKey = createPrivateKey(first);
  if (privateKey.asymmetricKeyType !== "ed25519") throw new Error(`${file} holds no Ed25519 key.`);
  const publicKey = createPublicKey(privateKey);
  return {
    ...{ privateKey, publicKey, keyId: keyIdOf(publicKey) },
    trusted: others.map((block) => createPublicKey(block)),
  };
}

function blocksOf(text: string): string[] {
  return text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n?/g) ?? [];
}
