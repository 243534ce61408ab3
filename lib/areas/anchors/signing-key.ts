import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { readOrCreateFile } from "@/lib/platform/secret-file";
import { keyIdOf } from "./anchor";

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  keyId: string;
}

/** Where the key is kept: outside the database, so that whoever rewrites that cannot sign again. */
export function signingKeyFile(): string {
  const { anchorKeyFile, dataDir } = env();
  return anchorKeyFile ?? path.join(dataDir, "anchor-key.pem");
}

/** The key that signs anchors (Ed25519, PKCS 8), made at first use and readable by the owner only. */
export async function readSigningKey(file = signingKeyFile()): Promise<SigningKey> {
  const pem = await readOrCreateFile(file, () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  });
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== "ed25519") throw new Error(`${file} holds no Ed25519 key.`);
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, keyId: keyIdOf(publicKey) };
}

/** The public keys in `files` (PEM, a private key counts as its public part). */
export function readPublicKeys(files: readonly string[]): Promise<KeyObject[]> {
  return Promise.all(files.map(async (file) => createPublicKey(await readFile(file, "utf8"))));
}
