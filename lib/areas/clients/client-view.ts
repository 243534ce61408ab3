import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { ClientState } from "./desk-schemas";
import { type ClientFields, client } from "./record";
import { CLIENT_KEYED_SCOPES, CLIENT_SCOPES } from "./words";

/** A ClientId without the secret. The secret itself is shown once, when it is made. */
export interface ClientSecretView {
  id: number;
  last4: string;
  createdAt: Date;
  /** Until when it is accepted; null = until it is revoked. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Exact to a minute. */
  lastUsedAt: Date | null;
  isLive: boolean;
}

/** A signing secret without the secret itself. */
export type SigningSecretView = Omit<ClientSecretView, "lastUsedAt">;

/** An API client with its secrets. */
export interface ClientView extends ClientFields {
  /** Of a test client, for ever; null for all others. */
  sandboxId: number | null;
  lastUsedAt: Date | null;
  /** The newest first. */
  secrets: ClientSecretView[];
  /** The newest first. */
  signingSecrets: SigningSecretView[];
}

export const CLIENT_PARTS = {
  apiClientBranches: { select: { branchId: true }, orderBy: { branchId: "asc" } },
  apiClientSecrets: { orderBy: { id: "desc" } },
  apiSigningSecrets: { orderBy: { id: "desc" } },
} as const satisfies Prisma.ApiClientInclude;

export type ClientRow = Prisma.ApiClientGetPayload<{ include: typeof CLIENT_PARTS }>;

/** A client by its id, its parts one after the other: a transaction has one connection, which takes one statement at a time. */
export async function readClientRow(
  database: Prisma.TransactionClient,
  clientId: number,
): Promise<ClientRow | null> {
  const { apiSigningSecrets: signingSecrets, ...parts } = CLIENT_PARTS;
  const row = await database.apiClient.findUnique({ where: { id: clientId }, include: parts });
  if (row === null) return null;
  const apiSigningSecrets = await database.apiSigningSecret.findMany({
    where: { clientId },
    ...signingSecrets,
  });
  return { ...row, apiSigningSecrets };
}

export function clientView(row: ClientRow, now: Date): ClientView {
  const secrets = row.apiClientSecrets.map((secret) => secretView(secret, row, now));
  const signingSecrets = row.apiSigningSecrets.map((secret) => {
    const { lastUsedAt: _, ...view } = secretView({ ...secret, lastUsedAt: null }, row, now);
    return view;
  });
  const used = secrets.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  return {
    ...client.view({
      ...row,
      scopes: CLIENT_SCOPES.filter((scope) => row.scopes.includes(scope)),
      branchIds: row.allBranches ? null : row.apiClientBranches.map(({ branchId }) => branchId),
      rate:
        row.ratePerSecond === null || row.rateBurst === null
          ? null
          : { perSecond: row.ratePerSecond, burst: row.rateBurst },
      keyRequiredFor: CLIENT_KEYED_SCOPES.filter((scope) => row.keyRequiredFor.includes(scope)),
      isTest: row.sandboxId !== null,
    }),
    sandboxId: row.sandboxId,
    lastUsedAt: used.length === 0 ? null : new Date(Math.max(...used)),
    secrets,
    signingSecrets,
  };
}

function secretView(
  {
    id,
    last4,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
  }: Omit<ClientRow["apiClientSecrets"][number], "clientId" | "secretHash">,
  client: Pick<ClientRow, "revokedAt" | "expiresAt">,
  now: Date,
): ClientSecretView {
  const ends = [expiresAt, client.expiresAt];
  const isLive =
    revokedAt === null && client.revokedAt === null && ends.every((end) => end === null || end > now);
  return { id, last4, createdAt, expiresAt, revokedAt, lastUsedAt, isLive };
}

/** Whether a client can be used: revoked for ever, past its end, or without a secret that is accepted. */
export function stateOfClient({ revokedAt, expiresAt, secrets }: ClientView, now: Date): ClientState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return secrets.some(({ isLive }) => isLive) ? "live" : "without_secret";
}

/** The audit log's copy of a client: the last use of its secrets is no administrative act. */
export function clientSnapshot({
  lastUsedAt,
  secrets,
  signingSecrets,
  sandboxId: _,
  ...client
}: ClientView): Record<string, unknown> {
  const kept = ({ id, last4, expiresAt, revokedAt }: SigningSecretView) => ({
    id,
    last4,
    expiresAt,
    revokedAt,
  });
  return {
    ...client,
    credentials: secrets.map(kept),
    ...(signingSecrets.length > 0 && { signingCredentials: signingSecrets.map(kept) }),
  };
}

/**
 * Locks and reads a client of a merchant of the actor's.
 * @throws AdminError not_found
 */
export async function lockClient({ tx, actor, now }: Act, clientId: number): Promise<ClientView> {
  await lockRow(tx, "client", clientId);
  return requireOwnClient(await readClientRow(tx, clientId), actor, now);
}

/** @throws AdminError not_found for none, and for that of a foreign merchant */
export function requireOwnClient(row: ClientRow | null, actor: AdminActor, now: Date): ClientView {
  if (row === null || !isOwnMerchant(actor, row.merchantId)) {
    throw new AdminError("not_found", { subject: "client" });
  }
  return clientView(row, now);
}

/** @throws AdminError revoked */
export function requireUnrevoked(client: ClientView): void {
  if (client.revokedAt !== null) throw new AdminError("revoked", { subject: "client" });
}
