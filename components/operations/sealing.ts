import { openDB } from "idb";

/** A content that only this device's key opens. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const NAME = "points.keys";
const CIPHER = "AES-GCM";
const IV_BYTES = 12;

let present: Promise<CryptoKey | null> | undefined;

/**
 * Key of this device: made once, kept by the browser, which hands it out to nobody, not even to this page. Null where the browser has no
 * cryptography, as on a page without https, or keeps no keys.
 */
function deviceKey(): Promise<CryptoKey | null> {
  present ??= readKey().catch(() => null);
  return present;
}

async function readKey(): Promise<CryptoKey | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const database = await openDB<{ keys: { key: string; value: CryptoKey } }>(NAME, 1, {
    upgrade: (made) => void made.createObjectStore("keys"),
  });
  try {
    const kept = await database.get("keys", CIPHER);
    if (kept !== undefined) return kept;
    const made = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    const transaction = database.transaction("keys", "readwrite", { durability: "strict" });
    // Another tab may have been first.
    const first = await transaction.store.get(CIPHER);
    if (first === undefined) await transaction.store.put(made, CIPHER);
    await transaction.done;
    return first ?? made;
  } finally {
    database.close();
  }
}

/** Seals a content; null where this device has no key. */
export async function seal(content: unknown): Promise<Sealed | null> {
  const key = await deviceKey();
  if (key === null) return null;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(content));
  return { iv, data: await crypto.subtle.encrypt({ name: CIPHER, iv }, key, text) };
}

/** Content of what was sealed; undefined when the key is gone, or another one. */
export async function unseal({ iv, data }: Sealed): Promise<unknown> {
  const key = await deviceKey();
  if (key === null) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: CIPHER, iv }, key, data)));
  } catch {
    return undefined;
  }
}
