import { randomInt } from "node:crypto";
import type { Pool } from "pg";
import { lockClient, requireUnrevoked } from "@/lib/areas/clients/client";
import { readClient } from "@/lib/areas/clients/read";
import type { Certificate as CertificateRow } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type Evidence, gatherEvidence, readSeen } from "./read-progress";
import { asNeeded, requirementsFor } from "./requirements";
import type { RequirementName } from "./schemas";
import { CERTIFICATE_MONTHS } from "./words";

interface IssueCertificateInput {
  clientId: number;
  /** Maker of the till. */
  maker: string;
}

/**
 * Certifies a test client whose requirements are all met, as its traffic shows at this moment (rules.md §14). The certificate
 * stays as it is issued. A client may have several: a new version of a till is certified anew.
 * @throws AdminError forbidden, not_found, revoked, not_certifiable
 */
export async function issueCertificate(
  context: AdminContext & { pool: Pool; serviceVersion: string },
  actor: AdminActor,
  { clientId, maker }: IssueCertificateInput,
): Promise<CertificateView> {
  requirePermission(actor, "certification.issue");
  await gatherEvidence(context.pool, [clientId]);
  return administer(context, actor, "certification.issue", async (act) => {
    const { tx, now, record } = act;
    const client = await lockClient(act, clientId);
    requireUnrevoked(client);
    if (client.sandboxId === null) throw new AdminError("not_certifiable", { missing: 0 });
    const seen = await readSeen(context.pool, clientId);
    const asked = requirementsFor(client.scopes);
    const met = asked.flatMap(({ name }) => {
      const shown = seen.get(name);
      return shown?.state === "met"
        ? [{ name, seenAt: shown.seenAt.toISOString(), requests: [...shown.requests] }]
        : [];
    });
    const shown = new Set(met.map(({ name }) => name));
    const missing = asked
      .map((requirement) => asNeeded(requirement, shown))
      .filter(({ name, isOptional }) => !isOptional && !shown.has(name)).length;
    if (missing > 0 || asked.length === 0) throw new AdminError("not_certifiable", { missing });
    const merchant = await tx.merchant.findUniqueOrThrow({ where: { id: client.merchantId } });
    const expiresAt = new Date(now);
    expiresAt.setUTCMonth(expiresAt.getUTCMonth() + CERTIFICATE_MONTHS);
    const row = await tx.certificate.create({
      data: {
        number: newCertificateNumber(),
        clientId,
        merchantId: client.merchantId,
        clientName: client.name,
        merchantNameEn: merchant.nameEn,
        merchantNameAr: merchant.nameAr,
        maker,
        serviceVersion: context.serviceVersion,
        requirements: met.map(({ requests, ...one }) => ({
          ...one,
          requests: requests.map((request) => ({ ...request })),
        })),
        issuedAt: now,
        issuedBy: actor.userId,
        expiresAt,
      },
    });
    await record({
      subject: "certificate",
      subjectId: row.number,
      merchantId: client.merchantId,
      before: null,
      after: { clientId, clientName: client.name, maker, requirements: met.length },
    });
    return certificateView(row, now);
  });
}

/**
 * Revokes a certificate, for ever; one that is revoked stays as it is.
 * @throws AdminError forbidden, not_found
 */
export function revokeCertificate(
  context: AdminContext,
  actor: AdminActor,
  { clientId, certificateId }: { clientId: number; certificateId: number },
): Promise<CertificateView> {
  return administer(context, actor, "certification.revoke", async ({ tx, now, record }) => {
    await tx.$queryRaw`SELECT 1 FROM certificate WHERE id = ${certificateId} FOR NO KEY UPDATE`;
    const row = await tx.certificate.findUnique({ where: { id: certificateId } });
    if (row === null || row.clientId !== clientId || !isOwnMerchant(actor, row.merchantId))
      throw new AdminError("not_found", { subject: "certificate" });
    if (row.revokedAt !== null) return certificateView(row, now);
    const revoked = await tx.certificate.update({
      where: { id: certificateId },
      data: { revokedAt: now, revokedBy: actor.userId },
    });
    await record({
      subject: "certificate",
      subjectId: row.number,
      merchantId: row.merchantId,
      before: { revokedAt: null },
      after: { revokedAt: now.toISOString() },
    });
    return certificateView(revoked, now);
  });
}

/**
 * The certificates of a client, the newest first.
 * @throws AdminError forbidden, not_found
 */
export async function listCertificates(
  context: AdminContext,
  actor: AdminActor,
  clientId: number,
): Promise<CertificateView[]> {
  requirePermission(actor, "certification.read");
  await readClient(context, actor, clientId);
  const rows = await context.database.certificate.findMany({ where: { clientId }, orderBy: { id: "desc" } });
  const now = context.clock.now();
  return rows.map((row) => certificateView(row, now));
}

/** A certificate by its number, for whoever was told it; null when there is none. */
export async function verifyCertificate(
  { database, clock }: AdminContext,
  number: string,
): Promise<CertificateView | null> {
  if (!CERTIFICATE_NUMBER.test(number)) return null;
  const row = await database.certificate.findUnique({ where: { number } });
  return row === null ? null : certificateView(row, clock.now());
}

/** A requirement as it stood when a certificate was issued. */
export interface CertifiedRequirement {
  name: RequirementName;
  seenAt: string;
  requests: readonly Evidence[];
}

/** A certificate, for ever as it was issued; only its standing changes. */
export interface CertificateView {
  id: number;
  /** Told to whoever is to verify it. The number cannot be guessed. */
  number: string;
  clientId: number;
  merchantId: number;
  clientName: string;
  merchantNameEn: string;
  merchantNameAr: string;
  /** Maker of the till. */
  maker: string;
  serviceVersion: string;
  requirements: readonly CertifiedRequirement[];
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  standing: "valid" | "expired" | "revoked";
}

/** Without letters and digits that are taken for one another. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A number such as `PS-7K2M-9QXD-4HTR`, with 60 bits of randomness. */
function newCertificateNumber(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return ["PS", ...Array.from({ length: GROUPS }, group)].join("-");
}

export const CERTIFICATE_NUMBER = /^PS(?:-[2-9A-HJ-NP-Z]{4}){3}$/;

function certificateView(row: CertificateRow, now: Date): CertificateView {
  const { issuedBy: _, revokedBy: __, requirements, ...kept } = row;
  return {
    ...kept,
    requirements: requirements as unknown as readonly CertifiedRequirement[],
    standing: row.revokedAt !== null ? "revoked" : row.expiresAt <= now ? "expired" : "valid",
  };
}
