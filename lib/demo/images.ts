import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { DemoDeal } from "./catalogue/deals";
import type { DemoMerchant } from "./catalogue/merchants";

const FOLDER = path.join(process.cwd(), "lib", "demo", "pictures");

/** An image as it is stored: named by its content. */
export interface StoredImage {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  contentType: "image/svg+xml";
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export const dealImage = ({ offerNumber }: DemoDeal) => readPicture(`deal-${offerNumber}`, 1200, 800);

export const merchantLogo = ({ id }: DemoMerchant) => readPicture(`merchant-${id}`, 512, 512);

function readPicture(name: string, width: number, height: number): StoredImage {
  const bytes = new Uint8Array(readFileSync(path.join(FOLDER, `${name}.svg`)));
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, contentType: "image/svg+xml", width, height, bytes };
}
