import { readClient } from "@/lib/areas/clients/read";
import { sandboxOf } from "@/lib/areas/clients/sandbox";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { addressOf } from "@/lib/platform/http/origin";
import { formatMsisdn } from "@/lib/platform/msisdn";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { adminContext } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { version as serviceVersion } from "@/package.json";
import type { CertificateView, CertifiedRequirement } from "./certificates";
import { issueCertificate, listCertificates, revokeCertificate, verifyCertificate } from "./certificates";
import { certification } from "./contract";
import { type RequirementProgress, readProgress } from "./read-progress";
import { REQUIREMENTS } from "./requirements";
import type { CertificateAnswer, Certification, RequirementAnswer } from "./schemas";
import { certificatePath } from "./words";

/**
 * How far a test client has come, and its certificates. Throws AdminError `forbidden`, `not_found` (also for a client that is
 * not for tests).
 */
async function readCertification(actor: AdminActor, clientId: number): Promise<Certification> {
  const client = await readClient(adminContext(), actor, clientId);
  const { id, name, scopes, revokedAt } = client;
  const sandbox = await sandboxOf(adminContext(), client);
  // The newest requests must count.
  await services().traffic.flush();
  const [progress, certificates] = await Promise.all([
    readProgress(portalPool(), { id, scopes, sandbox }),
    listCertificates(adminContext(), actor, clientId),
  ]);
  return {
    client: { id, name, isRevoked: revokedAt !== null },
    requirements: progress.map(presentRequirement),
    certificates: certificates.map(presentCertificate),
  };
}

/** A certificate as anybody may read it who was told its number, with where it is read; null when there is none. */
export async function readCertificateSheet(number: string, headers: Headers) {
  const certificate = await verifyCertificate(adminContext(), number);
  if (certificate === null) return null;
  const programme = await prisma().programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { nameEn: true, nameAr: true, timeZone: true },
  });
  return {
    certificate,
    programme,
    requirements: certificate.requirements.map(wordsOf),
    address: addressOf(headers) + certificatePath(number),
  };
}
export type CertificateSheetFacts = NonNullable<Awaited<ReturnType<typeof readCertificateSheet>>>;

/** The words of a requirement; one that is asked no more is called by its name. */
function wordsOf({ name, seenAt }: CertifiedRequirement) {
  const title = REQUIREMENTS.find((requirement) => requirement.name === name)?.title;
  return { name, seenAt, title: title ?? { en: name, ar: name } };
}

export function presentRequirement({
  requirement: { name, title, how, mend, isOptional = false },
  state,
  seenAt,
  requests,
  wallet,
}: RequirementProgress): RequirementAnswer {
  return {
    name,
    title,
    how,
    mend,
    isOptional,
    state,
    seenAt: seenAt?.toISOString() ?? null,
    requests: requests.map((request) => ({ ...request })),
    wallet: wallet && { ...wallet, contactMsisdn: formatMsisdn(wallet.contactMsisdn) },
  };
}

function presentCertificate({
  id,
  number,
  maker,
  serviceVersion: version,
  issuedAt,
  expiresAt,
  revokedAt,
  standing,
}: CertificateView): CertificateAnswer {
  return {
    id,
    number,
    maker,
    serviceVersion: version,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    standing,
  };
}

export const certificationPortal = serveContract(certification, {
  certification: ({ admin, params }) => readCertification(admin, params.clientId),
  certify: async ({ admin, context, params, body }) => {
    await services().traffic.flush();
    await issueCertificate({ ...context, pool: portalPool(), serviceVersion }, admin, { ...params, ...body });
    return readCertification(admin, params.clientId);
  },
  withdraw: async ({ admin, context, params }) => {
    await revokeCertificate(context, admin, params);
    return readCertification(admin, params.clientId);
  },
});
