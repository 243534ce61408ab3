import { openFilePart, sealFilePart } from "@/lib/platform/personal";
import type { NewWallet } from "./read-line";
import type { ImportColumn } from "./words";

/** Cells of a line, and the wallet that it asks for. */
export interface LineFields {
  cells: Partial<Record<ImportColumn, string>> | null;
  wallet: NewWallet | null;
}

/** A line as the database keeps it until it is carried out or put right. */
export function sealLine(fields: LineFields): string {
  return sealFilePart(Buffer.from(JSON.stringify(fields))).toString("base64");
}

/** A line of the release before was kept as it is. */
export function openLine(kept: unknown): LineFields {
  if (typeof kept !== "string") return { cells: null, wallet: null, ...(kept as Partial<LineFields> | null) };
  return JSON.parse(openFilePart(Buffer.from(kept, "base64")).toString("utf8")) as LineFields;
}

/** A question about a file, with some of its cells, sealed until it is answered. */
export function sealQuestion(question: object): string {
  return sealFilePart(Buffer.from(JSON.stringify(question))).toString("base64");
}

export function openQuestion(kept: unknown): { headers: string[] } | null {
  if (typeof kept !== "string") return null;
  return JSON.parse(openFilePart(Buffer.from(kept, "base64")).toString("utf8"));
}
