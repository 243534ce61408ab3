import { randomInt } from "node:crypto";
import type { Certificate as CertificateRow } from "@/lib/platform/database/generated/client";
import type { Evidence } from "./gather-evidence";
import type { RequirementName } from "./schemas";

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
export function newCertificateNumber(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return ["PS", ...Array.from({ length: GROUPS }, group)].join("-");
}

export const CERTIFICATE_NUMBER = /^PS(?:-[2-9A-HJ-NP-Z]{4}){3}$/;

export function certificateView(row: CertificateRow, now: Date): CertificateView {
  const { issuedBy: _, revokedBy: __, requirements, ...kept } = row;
  return {
    ...kept,
    requirements: requirements as unknown as readonly CertifiedRequirement[],
    standing: row.revokedAt !== null ? "revoked" : row.expiresAt <= now ? "expired" : "valid",
  };
}
