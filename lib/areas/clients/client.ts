import { loosened } from "@/lib/ledger/rules/setting";
import { LIMIT_NAMES, LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { recordActs } from "@/lib/portal/acts/record-acts";
import { agree } from "@/lib/portal/acts/second-person";
import { addressList, type Scope } from "./api-client";
import { type ClientState, isOrigin } from "./desk-schemas";
import { type ClientFields, client } from "./record";
import { CLIENT_KEYED_SCOPES, CLIENT_SCOPES, CLIENT_SIGNING_MODES } from "./words";

/** A ClientId without the secret. The secret itself is shown once, when it is made. */
interface ClientSecretView {
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
type SigningSecretView = Omit<ClientSecretView, "lastUsedAt">;

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

type ClientRow = Prisma.ApiClientGetPayload<{ include: typeof CLIENT_PARTS }>;

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
function clientSnapshot({
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

const acts = recordActs<ClientRow, ClientView, Prisma.ApiClientUncheckedUpdateInput>({
  subject: "client",
  table: (tx) => {
    const read = async ({ id }: { id: number }) => (await readClientRow(tx, id)) as ClientRow;
    return {
      findUnique: ({ where }) => readClientRow(tx, where.id),
      create: async (query) => read(await tx.apiClient.create(query)),
      update: async (query) => read(await tx.apiClient.update(query)),
    };
  },
  record: { names: client.names, view: clientView },
  merchantIdOf: ({ merchantId }) => merchantId,
  snapshot: clientSnapshot,
});
export const insertClient = acts.create;
/** Writes a change of a locked client. Secrets are changed by the caller, before. */
export const changeClient = acts.change;
export const lockClient = acts.lock;
export const requireOwnClient = acts.requireOwn;

/** @throws AdminError revoked */
export function requireUnrevoked(client: ClientView): void {
  if (client.revokedAt !== null) throw new AdminError("revoked", { subject: "client" });
}

/** Settings that people choose. */
export type ClientSettings = Omit<
  ClientFields,
  "id" | "version" | "merchantId" | "userId" | "isTest" | "revokedAt" | "createdAt" | "updatedAt"
>;

/**
 * Refuses settings that the actor may not choose or that would not work; `present` is the client as it is, so that what
 * an operator has given stays when another person changes something else.
 * @throws AdminError forbidden, invalid
 */
export function checkSettings(
  actor: AdminActor,
  settings: Omit<ClientSettings, "name" | "branchIds">,
  { present, now }: { present: ClientView | null; now: Date },
): void {
  const { scopes, ipRanges, allowedOrigins, rate, exposeNid, signing, expiresAt } = settings;
  if (scopes.length === 0) throw new AdminError("invalid", { field: "scopes", isMissing: true });
  if (!ipRanges.every(isAddressRange)) throw new AdminError("invalid", { field: "ipRanges" });
  if (!allowedOrigins.every(isOrigin)) throw new AdminError("invalid", { field: "allowedOrigins" });
  if (rate === null && present?.rate !== null) requirePermission(actor, "client.unlimited_rate");
  if (exposeNid && present?.exposeNid !== true) requirePermission(actor, "client.expose_nid");
  const canSign = present?.signingSecrets.some(({ isLive }) => isLive) ?? false;
  if (signing !== "off" && signing !== present?.signing && !canSign)
    throw new AdminError("invalid", { field: "signing" });
  const hasHadOwn = present?.hasOwnLimits === true;
  const areNew = LIMIT_NAMES.some((name) => settings[name] !== present?.[name]);
  if (settings.hasOwnLimits !== hasHadOwn || (hasHadOwn && areNew))
    requirePermission(actor, "client.own_limits");
  const isNewEnd = expiresAt?.getTime() !== present?.expiresAt?.getTime();
  if (isNewEnd && expiresAt !== null && expiresAt <= now)
    throw new AdminError("invalid", { field: "expiresAt" });
}

/** Whether the text is an address or a range that callers can be compared with. */
export function isAddressRange(text: string): boolean {
  return text.split("/").length <= 2 && addressList([text])?.rules.length === 1;
}

/** Scopes that move points, or open wallets that earn and redeem. */
const MOVING: ReadonlySet<Scope> = new Set(["reward", "redeem", "refund", "cancel", "enrol"]);

/** Whether whoever holds the client's secrets can move customers' points. */
function moves({ scopes, sandboxId }: { scopes: readonly Scope[]; sandboxId: number | null }): boolean {
  return sandboxId === null && scopes.some((scope) => MOVING.has(scope));
}

/**
 * Has a second person agree to an act that puts a live client whose scopes move points into a person's hands (rules.md §24).
 * @returns what the audit row says of it
 */
export async function agreeToClient(
  act: Act,
  client: Pick<ClientView, "merchantId" | "sandboxId" | "name" | "scopes"> & { id?: number },
  {
    what,
    content,
    isWider = true,
  }: {
    what: "create" | "change" | "rotate" | "signing";
    content: readonly unknown[];
    isWider?: boolean | undefined;
  },
): Promise<{ approvedBy?: number }> {
  const approvedBy = await agree(act, {
    kind: "client",
    points: isWider && moves(client) ? Number.POSITIVE_INFINITY : 0,
    merchantId: client.merchantId,
    content: [what, client.id ?? null, client.merchantId, client.name, ...content],
    summary: { act: what, name: client.name, scopes: client.scopes.join(", ") },
    settingUp: "act",
  });
  return approvedBy === null ? {} : { approvedBy };
}

/** Whether settings let a client do more than before. */
export function isWiderThan(before: ClientSettings, after: ClientSettings): boolean {
  const strength = ({ signing }: ClientSettings) => CLIENT_SIGNING_MODES.indexOf(signing);
  return (
    after.scopes.some((scope) => MOVING.has(scope) && !before.scopes.includes(scope)) ||
    strength(after) < strength(before) ||
    (before.ipRanges.length > 0 &&
      (after.ipRanges.length === 0 || after.ipRanges.some((range) => !before.ipRanges.includes(range)))) ||
    (before.expiresAt !== null && (after.expiresAt === null || after.expiresAt > before.expiresAt)) ||
    (after.hasOwnLimits && !before.hasOwnLimits) ||
    loosened(LIMIT_SETTINGS, before, after).length > 0
  );
}
