import { type Limits, limitsOfRow } from "@/lib/ledger/with/limits/words";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { SCOPES, type Scope, SIGNING_MODES, type SigningMode } from "./api-client";

/** The operations that can be refused without a reference. */
export const KEYED_SCOPES = [
  "reward",
  "redeem",
  "refund",
  "cancel",
  "enrol",
] as const satisfies readonly Scope[];
export type KeyedScope = (typeof KEYED_SCOPES)[number];

export interface ClientRate {
  /** Requests per second. */
  perSecond: number;
  /** How many may come at once; not fewer than per second. */
  burst: number;
}

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

/** An API client as its merchant's admins see it. */
export interface ClientView extends Limits {
  id: number;
  merchantId: number;
  /** The technical user that stands for it in the points log. */
  userId: number;
  name: string;
  scopes: Scope[];
  /** Null: all branches of the merchant, future ones included. */
  branchIds: number[] | null;
  /** Addresses and ranges it may call from; empty: from everywhere. */
  ipRanges: string[];
  /** Origins whose pages may call it from a browser; empty: none. */
  allowedOrigins: string[];
  /** Null: no limit. */
  rate: ClientRate | null;
  /** Operations that it may not call without a reference. */
  keyRequiredFor: KeyedScope[];
  /** Whether it is answered HTTP 200 whatever happens. */
  legacyHttp200: boolean;
  isStrict: boolean;
  signing: SigningMode;
  /** Whether GetDeals shows the deals of its own merchant only. */
  ownDealsOnly: boolean;
  /** Whether it sees national ids. */
  exposeNid: boolean;
  /** Whether its limits count alone; else they tighten those of the programme and its merchant. */
  hasOwnLimits: boolean;
  /** Of a test client, for ever; null for all others. */
  sandboxId: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** The newest first. */
  secrets: ClientSecretView[];
  /** The newest first. */
  signingSecrets: SigningSecretView[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
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
    id: row.id,
    merchantId: row.merchantId,
    userId: row.userId,
    name: row.name,
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    branchIds: row.allBranches ? null : row.apiClientBranches.map(({ branchId }) => branchId),
    ipRanges: row.ipRanges,
    allowedOrigins: row.allowedOrigins,
    rate:
      row.ratePerSecond === null || row.rateBurst === null
        ? null
        : { perSecond: row.ratePerSecond, burst: row.rateBurst },
    keyRequiredFor: KEYED_SCOPES.filter((scope) => row.keyRequiredFor.includes(scope)),
    legacyHttp200: row.legacyHttp200,
    isStrict: row.isStrict,
    signing: SIGNING_MODES.find((mode) => mode === row.signing) ?? "required",
    ownDealsOnly: row.ownDealsOnly,
    exposeNid: row.exposeNid,
    hasOwnLimits: row.hasOwnLimits,
    ...limitsOfRow(row),
    sandboxId: row.sandboxId,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: used.length === 0 ? null : new Date(Math.max(...used)),
    secrets,
    signingSecrets,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
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
export type ClientState = "live" | "without_secret" | "expired" | "revoked";

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
  sandboxId,
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
    isTest: sandboxId !== null,
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
