/**
 * SHA-256 in hex, by which the service knows the content of an upload. Not by Web Crypto: browsers offer that on secure origins only.
 */
export async function contentHash(content: Blob | string): Promise<string> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const bytes =
    typeof content === "string"
      ? new TextEncoder().encode(content)
      : new Uint8Array(await content.arrayBuffer());
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
