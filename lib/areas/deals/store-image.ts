import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { preparePicture } from "./picture";

export interface StoredImage {
  /** SHA-256 of what was stored, hexadecimal: its name. */
  hash: string;
  width: number;
  height: number;
}

/**
 * Stores an uploaded picture, written anew (see preparePicture). The same picture is stored once.
 * @throws AdminError forbidden, picture
 */
export async function storeImage(
  context: AdminContext,
  actor: AdminActor,
  file: Uint8Array,
): Promise<StoredImage> {
  requirePermission(actor, "image.store");
  const { hash, bytes, ...facts } = await preparePicture(file);
  await administer(context, actor, "image.store", async ({ tx, now, record }) => {
    // Known already, and whoever uploads it again is about to use it: see removeUnusedPictures.
    const known = await tx.image.updateMany({ where: { hash }, data: { unusedSince: null } });
    if (known.count > 0) return;
    const { count } = await tx.image.createMany({
      data: [{ hash, bytes, ...facts, createdAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await record({
      subject: "image",
      subjectId: hash,
      merchantId: actor.merchantId,
      before: null,
      after: { ...facts, sizeBytes: bytes.byteLength },
    });
  });
  return { hash, width: facts.width, height: facts.height };
}
