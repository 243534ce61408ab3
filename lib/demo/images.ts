import { createHash } from "node:crypto";
import { DEAL_IMAGE_HEIGHT, DEAL_IMAGE_WIDTH, drawDealImage } from "./art/deal-image";
import { drawLogo, LOGO_SIZE } from "./art/logo";
import type { DemoDeal } from "./catalogue/deals";
import type { DemoMerchant } from "./catalogue/merchants";

/** An image as it is stored: named by its content. */
export interface StoredImage {
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  contentType: "image/svg+xml";
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The picture of a deal in its merchant's colours. */
export function dealImage(deal: DemoDeal, merchant: DemoMerchant): StoredImage {
  const svg = drawDealImage({
    ...deal.image,
    offer: deal.offer,
    palette: merchant.palette,
    seed: Number(deal.offerNumber),
  });
  return stored(svg, DEAL_IMAGE_WIDTH, DEAL_IMAGE_HEIGHT);
}

export function merchantLogo(merchant: DemoMerchant): StoredImage {
  return stored(drawLogo(merchant.emblem, merchant.palette), LOGO_SIZE, LOGO_SIZE);
}

function stored(svg: string, width: number, height: number): StoredImage {
  const bytes = new TextEncoder().encode(svg);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, contentType: "image/svg+xml", width, height, bytes };
}
