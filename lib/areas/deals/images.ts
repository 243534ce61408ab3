import { prisma } from "@/lib/platform/database/pools";

/** The image whose content has this SHA-256 (hexadecimal); null when there is none. */
export function readImage(hash: string): Promise<{ contentType: string; bytes: Uint8Array } | null> {
  return prisma().image.findUnique({ where: { hash }, select: { contentType: true, bytes: true } });
}
