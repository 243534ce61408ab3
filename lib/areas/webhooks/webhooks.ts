import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, clientActor, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import { type Act, actForClient, administer, lockRow } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { AdminError } from "@/lib/portal/acts/errors";
import { recordActs } from "@/lib/portal/acts/record-acts";
import { CLIENT_EVENT_TYPES, EVENT_TYPES, type EventType, PROGRAMME_EVENT_TYPES } from "./event-types";
import { type WebhookFields, type WebhookView, webhook } from "./record";
import { type AddressPolicy, isEndpointUrl, newWebhookSecret, sealSecret } from "./send";

export interface WebhookContext extends AdminContext {
  policy: AddressPolicy;
  /** For endpoints of test clients. */
  clientPolicy: AddressPolicy;
  /** Seals secrets. */
  serviceSecret: string;
}

export interface IssuedWebhook {
  webhook: WebhookView;
  /** Signing secret, shown once: nobody can read it again. */
  secret: string;
}

/** For how long both secrets sign. */
const OVERLAP_HOURS = 24;
const HOUR_MS = 60 * 60_000;

const include = {
  client: { select: { merchantId: true } },
  webhookSecrets: {
    select: { id: true, last4: true, expiresAt: true, createdAt: true },
    orderBy: { id: "desc" },
  },
} as const satisfies Prisma.WebhookEndpointInclude;
/** One that was removed stays on record and is found by nobody. */
const isThere = { state: { not: "deleted" } } as const;
/** A merchant's own and those of its test clients; undefined: of everybody. */
const ofMerchant = (merchantId: number | null | undefined) =>
  merchantId == null ? {} : { OR: [{ merchantId }, { client: { merchantId } }] };
type Row = Prisma.WebhookEndpointGetPayload<{ include: typeof include }>;

const viewOf = (row: Row, now: Date): WebhookView =>
  webhook.view({
    ...row,
    merchantId: row.merchantId ?? row.client?.merchantId ?? null,
    eventTypes: EVENT_TYPES.filter((type) => row.eventTypes.includes(type)),
    isActive: row.state === "active",
    secrets: row.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
  });

const acts = recordActs<Row, WebhookView, Prisma.WebhookEndpointUncheckedUpdateInput>({
  subject: "webhook",
  table: ({ webhookEndpoint: table }) => ({
    findUnique: ({ where }) => table.findUnique({ where: { ...where, ...isThere }, include }),
    create: (query) => table.create({ ...query, include }),
    update: (query) => table.update({ ...query, include }),
  }),
  record: { names: webhook.names, view: viewOf },
  merchantIdOf: ({ merchantId }) => merchantId,
  // The state of its deliveries is no administrative act.
  snapshot: ({ secrets, failingSince, lastSuccessAt, ...audited }) => ({
    ...audited,
    credentials: secrets.map(({ last4, expiresAt }) => ({ last4, expiresAt })),
  }),
  isRemembered: false,
});

interface Target {
  webhookId: number;
  /** The version that was read, where it matters. */
  version?: number | undefined;
}

/**
 * The endpoints of a merchant, or of all merchants for an operator, by number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listWebhooks(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<WebhookView[]> {
  requireReach(actor, "webhook.read", merchantId);
  const rows = await database.webhookEndpoint.findMany({
    where: { ...isThere, ...ofMerchant(merchantId) },
    include,
    orderBy: { id: "asc" },
  });
  return rows.map((row) => viewOf(row, clock.now()));
}

/**
 * The endpoints of the actor's that nothing arrives at, those that failed for longest first, and how many there are: they are tried
 * again, or were given up.
 * @throws AdminError forbidden
 */
export async function firstFailingWebhooks({ database }: AdminContext, actor: AdminActor, limit: number) {
  requirePermission(actor, "webhook.read");
  const where = {
    ...(actor.merchantId !== null && { merchantId: actor.merchantId }),
    ...isThere,
    // The receiver of a test client is its maker's own concern.
    clientId: null,
    OR: [{ failingSince: { not: null } }, { disabledReason: { in: ["failing", "gone"] } }],
  };
  const [count, webhooks] = await Promise.all([
    database.webhookEndpoint.count({ where }),
    database.webhookEndpoint.findMany({
      where,
      select: { id: true, url: true, state: true, failingSince: true, disabledAt: true },
      orderBy: [{ failingSince: { sort: "asc", nulls: "last" } }, { id: "asc" }],
      take: limit,
    }),
  ]);
  return { count, webhooks };
}

/** @throws AdminError forbidden, not_found */
export async function readWebhook(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { webhookId: id }: Target,
): Promise<WebhookView> {
  requirePermission(actor, "webhook.read");
  const row = await database.webhookEndpoint.findUnique({ where: { id, ...isThere }, include });
  return acts.requireOwn(row, actor, clock.now());
}

/**
 * Adds an endpoint, which receives events from now on. One of no merchant is the programme's: operators add it, for grave security
 * events of everybody and of no merchant, and for anchors.
 * @throws AdminError forbidden, not_found, inactive (the merchant), invalid
 */
export function createWebhook(
  context: WebhookContext,
  actor: AdminActor,
  fields: WebhookFields & { merchantId: number | null },
): Promise<IssuedWebhook> {
  const { merchantId } = fields;
  return administer(context, actor, "webhook.create", async (act) => {
    if (merchantId !== null) await lockActiveMerchant(act, merchantId);
    else if (actor.role !== "programme_operator") throw new AdminError("forbidden");
    requireUsable(context, fields, { merchantId, clientId: null });
    const { secret, row } = newSecret(act, context);
    return { webhook: await acts.create(act, { ...fields, webhookSecrets: { create: row } }), secret };
  });
}

/** A test client, as it was identified. */
export interface TestClient {
  id: number;
  userId: number;
  merchantId: number;
}

/** The endpoint of a test client; null: none. */
export function findClientWebhook({ database }: Pick<AdminContext, "database">, clientId: number) {
  return database.webhookEndpoint.findFirst({ where: { ...isThere, clientId }, include });
}

/**
 * Names where a test client's events are sent. There is one endpoint for each: another address takes its place, with a new secret.
 * @throws AdminError invalid
 */
export async function setClientWebhook(
  context: WebhookContext,
  client: TestClient,
  fields: Pick<WebhookFields, "url" | "eventTypes">,
): Promise<IssuedWebhook> {
  const clientId = client.id;
  requireUsable(context, fields, { merchantId: null, clientId });
  const isNew = (await findClientWebhook(context, clientId)) === null;
  const action = isNew ? "webhook.create" : "webhook.update";
  return actForClient(context, clientActor(client), action, async (act) => {
    await lockRow(act.tx, "client", clientId);
    const { secret, row } = newSecret(act, context);
    const found = await findClientWebhook({ database: act.tx as AdminContext["database"] }, clientId);
    if (found === null)
      return {
        webhook: await acts.create(act, { clientId, ...fields, webhookSecrets: { create: row } }),
        secret,
      };
    const present = await acts.lock(act, found.id);
    await act.tx.webhookSecret.deleteMany({ where: { endpointId: found.id } });
    await act.tx.webhookSecret.create({ data: { ...row, endpointId: found.id } });
    return { webhook: await acts.change(act, present, { ...fields, ...WORKS }), secret };
  });
}

/** Takes the endpoint of a test client away; none is no fault. */
export async function removeClientWebhook(context: AdminContext, client: TestClient): Promise<void> {
  const found = await findClientWebhook(context, client.id);
  if (found === null) return;
  await actForClient(context, clientActor(client), "webhook.delete", async (act) =>
    stop(act, await acts.lock(act, found.id), "deleted"),
  );
}

/** An endpoint that is sent to. */
const WORKS = {
  ...{ state: "active", disabledReason: null, disabledAt: null },
  ...{ failingSince: null, consecutiveFailures: 0, pausedUntil: null },
} as const;

/**
 * Changes an endpoint's address and event types. Absent fields stay; pending deliveries go to the new address.
 * @throws AdminError forbidden, not_found, conflict, invalid
 */
export function updateWebhook(
  context: WebhookContext,
  actor: AdminActor,
  {
    webhookId,
    version,
    ...chosen
  }: { webhookId: number; version: number } & {
    [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined;
  },
): Promise<WebhookView> {
  return administer(context, actor, "webhook.update", async (act) => {
    const present = await acts.lock(act, webhookId, version);
    const { url, description, eventTypes } = chosen;
    const fields = defined({ url, description, eventTypes });
    requireUsable(context, fields, present);
    return acts.change(act, present, fields);
  });
}

/**
 * Sends events to an endpoint again, from now on. Events in between are in the feed.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function enableWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId, version }: Target,
): Promise<WebhookView> {
  return administer(context, actor, "webhook.enable", async (act) => {
    const present = await acts.lock(act, webhookId, version);
    if (present.isActive) return present;
    return acts.change(act, present, WORKS);
  });
}

/**
 * Stops sending events to an endpoint and gives up pending deliveries.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function disableWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId, version }: Target,
): Promise<WebhookView> {
  return administer(context, actor, "webhook.disable", async (act) => {
    const present = await acts.lock(act, webhookId, version);
    return present.isActive ? stop(act, present, "disabled") : present;
  });
}

/**
 * Takes an endpoint away for good; what was sent stays on record.
 * @throws AdminError forbidden, not_found
 */
export async function deleteWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId }: Target,
): Promise<void> {
  await administer(context, actor, "webhook.delete", async (act) =>
    stop(act, await acts.lock(act, webhookId), "deleted"),
  );
}

async function stop(act: Act, present: WebhookView, state: "disabled" | "deleted"): Promise<WebhookView> {
  await act.tx.webhookDelivery.updateMany({
    where: { endpointId: present.id, state: "pending" },
    data: { state: "dead", finishedAt: act.now },
  });
  return acts.change(act, present, { state, disabledReason: "person", disabledAt: act.now });
}

/**
 * Gives an endpoint a new secret. For a day requests are signed with both, so that the receiver can change without
 * missing any. There are never more than two.
 * @throws AdminError forbidden, not_found, conflict
 */
export function rotateWebhookSecret(
  context: WebhookContext,
  actor: AdminActor,
  { webhookId, version }: { webhookId: number; version: number },
): Promise<IssuedWebhook> {
  return administer(context, actor, "webhook.rotate", async (act) => {
    const { tx, now } = act;
    const present = await acts.lock(act, webhookId, version);
    const [newest, ...older] = present.secrets;
    await tx.webhookSecret.updateMany({
      where: { id: { in: older.map(({ id }) => id) } },
      data: { expiresAt: now },
    });
    if (newest !== undefined)
      await tx.webhookSecret.update({
        where: { id: newest.id },
        data: { expiresAt: new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS) },
      });
    const { secret, row } = newSecret(act, context);
    await tx.webhookSecret.create({ data: { ...row, endpointId: webhookId } });
    return { webhook: await acts.change(act, present, {}), secret };
  });
}

/** An endpoint belongs to a test client, to a merchant, or with neither to the programme. */
type Owner = Pick<WebhookView, "merchantId" | "clientId">;

/** @throws AdminError invalid */
function requireUsable(
  { policy, clientPolicy }: WebhookContext,
  { url, eventTypes }: Partial<WebhookFields>,
  { merchantId, clientId }: Owner,
): void {
  const allowed = clientId === null ? policy : clientPolicy;
  if (url !== undefined && !isEndpointUrl(url, allowed)) throw new AdminError("invalid", { field: "url" });
  const ofNoMerchant = merchantId === null ? PROGRAMME_EVENT_TYPES : EVENT_TYPES;
  const known: readonly EventType[] = clientId === null ? ofNoMerchant : CLIENT_EVENT_TYPES;
  const isForeign = eventTypes?.some((type) => !known.includes(type));
  if (eventTypes?.length === 0) throw new AdminError("invalid", { field: "eventTypes", isMissing: true });
  if (isForeign) throw new AdminError("invalid", { field: "eventTypes" });
}

/** A secret, which cannot be read again once it is stored, and the row that keeps it sealed. */
function newSecret({ now }: Act, { serviceSecret }: WebhookContext) {
  const secret = newWebhookSecret();
  const last4 = secret.replace(/=+$/, "").slice(-4);
  return {
    secret,
    row: { sealed: new Uint8Array(sealSecret(secret, serviceSecret)), last4, createdAt: now },
  };
}
