/** A file that can be read from its beginning as often as needed. */
export type Source = () => AsyncIterable<Uint8Array>;

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1256", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Why a file cannot be read at all: it is no table of any kind that is read here. */
export type NotATable = "old_workbook" | "web_page" | "document" | "encoding" | "too_long";

export type Sniffed =
  | { kind: "workbook" }
  /** `isSure` is false where the bytes are no UTF-8, so that only a reader knows which letters they are. */
  | { kind: "text"; encoding: Encoding; isSure: boolean }
  | { kind: "none"; why: NotATable };

const HEAD_BYTES = 4_096;

/** Type of a file, by its bytes and not by its name. */
export async function sniff(source: Source): Promise<Sniffed> {
  let head: Uint8Array | undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const part of source()) {
      if (head === undefined || head.length < HEAD_BYTES) {
        head = Uint8Array.from([...(head ?? []), ...part.subarray(0, HEAD_BYTES)]);
        const known = byHead(head);
        if (known !== undefined) return known;
      }
      decoder.decode(part, { stream: true });
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: "text", encoding: "windows-1256", isSure: false };
  }
  return { kind: "text", encoding: "utf-8", isSure: true };
}

function byHead(head: Uint8Array): Sniffed | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return { kind: "workbook" };
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return { kind: "none", why: "old_workbook" };
  if (begins(0x25, 0x50, 0x44, 0x46)) return { kind: "none", why: "document" };
  if (begins(0xff, 0xfe)) return { kind: "text", encoding: "utf-16le", isSure: true };
  if (begins(0xfe, 0xff)) return { kind: "text", encoding: "utf-16be", isSure: true };
  if (head.length < 4) return undefined;
  // Without a mark, every other byte of a text in a Latin header is zero.
  if (head[0] !== 0 && head[1] === 0 && head[3] === 0)
    return { kind: "text", encoding: "utf-16le", isSure: true };
  if (head[0] === 0 && head[1] !== 0 && head[2] === 0)
    return { kind: "text", encoding: "utf-16be", isSure: true };
  const text = new TextDecoder("latin1").decode(head).replace(/^(?:ï»¿)?\s+|^ï»¿/, "");
  if (/^<(?:!doctype|html|head|body|table|meta|style|\?xml)/i.test(text))
    return { kind: "none", why: "web_page" };
  return undefined;
}

/** The text of a file, part by part, without the byte order mark. A byte without a letter in the encoding becomes U+FFFD. */
export async function* decode(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of source()) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

/** All of a file at once. Null when it is longer than `max` bytes. */
export async function wholeOf(source: Source, max: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of source()) {
    length += part.length;
    if (length > max) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
