import { randomUUID } from "node:crypto";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { type Env, env } from "@/lib/platform/env";
import { observeWebhook } from "@/lib/platform/metrics";
import { serviceSecret } from "@/lib/platform/seal";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { readSystemUserId } from "@/lib/portal/acts/system-user";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { requireMerchant } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { webhooks } from "./contract";
import { type DeliveryOptions, isSuccess, resendDelivery } from "./deliver";
import { eventText, TEST_EVENT_TYPE } from "./event-types";
import type { DeliveryQuery, WebhookDelivery } from "./record";
import type { AddressPolicy } from "./send";
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookContext,
} from "./webhooks";
import { PROGRAMME } from "./words";

/** Webhooks go to this machine itself only where a setting says so by name, and in development. */
export function addressPolicy({
  allowsLoopbackWebhooks,
}: Pick<Env, "allowsLoopbackWebhooks">): AddressPolicy {
  return { allowsLoopback: allowsLoopbackWebhooks };
}

/** The same for endpoints of test clients. */
export function clientAddressPolicy({
  allowsLoopbackOfClients,
}: Pick<Env, "allowsLoopbackOfClients">): AddressPolicy {
  return { allowsLoopback: allowsLoopbackOfClients };
}

const policies = () => ({ policy: addressPolicy(env()), clientPolicy: clientAddressPolicy(env()) });

export function webhookContext(): WebhookContext {
  return { ...adminContext(), ...policies(), serviceSecret: serviceSecret() };
}

/** Options of deliveries in this process. */
export async function deliveryOptions(): Promise<DeliveryOptions> {
  return {
    pool: portalPool(),
    clock: services().clock,
    ...policies(),
    serviceSecret: serviceSecret(),
    systemUserId: await readSystemUserId(portalPool()),
    onAttempt: observeWebhook,
  };
}

/** The endpoints that the actor may manage, with the merchants that new ones can be for. */
async function readWebhooks(actor: AdminActor, filter: { merchantId?: number | undefined }) {
  const webhooks = await listWebhooks(adminContext(), actor, filter);
  const merchants =
    actor.merchantId === null
      ? await prisma().merchant.findMany({
          where: { isActive: true },
          select: { id: true, nameEn: true, nameAr: true },
          orderBy: { nameEn: "asc" },
        })
      : [];
  return { webhooks, merchants };
}

const PAGE_SIZE = 25;
const ATTEMPTS_SHOWN = 10;

const DELIVERY_PARTS = {
  webhookAttempts: { orderBy: { id: "desc" }, take: ATTEMPTS_SHOWN },
} as const;

/** Past and waiting deliveries of an endpoint, the newest first. */
export async function readDeliveries(webhookId: number, { state, cursor }: DeliveryQuery) {
  const rows = await prisma().webhookDelivery.findMany({
    where: {
      endpointId: webhookId,
      ...(state !== undefined && { state }),
      ...(cursor !== undefined && { id: { lt: BigInt(cursor) } }),
    },
    include: DELIVERY_PARTS,
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    deliveries: shown.map(
      ({ id, eventId, type, attempts, createdAt, nextAttemptAt, payload, webhookAttempts, ...row }) => ({
        id: String(id),
        eventId,
        type,
        state: row.state as WebhookDelivery["state"],
        attempts,
        createdAt,
        nextAttemptAt: row.state === "pending" ? nextAttemptAt : null,
        payload,
        lastAttempts: webhookAttempts.map((attempt) => ({
          ...attempt,
          headers: attempt.headers as Record<string, string> | null,
          isManual: attempt.userId !== null,
        })),
      }),
    ),
    nextCursor: rows.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null,
  };
}

/** Sends an event once more, now. Throws AdminError not_found for a foreign endpoint, AdminError not_found. */
async function resend(
  actor: AdminActor,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: string },
) {
  await readWebhook(adminContext(), actor, { webhookId });
  const delivery = await prisma().webhookDelivery.findFirst({
    where: { id: BigInt(deliveryId), endpointId: webhookId },
    select: { id: true },
  });
  if (delivery === null) throw new AdminError("not_found");
  return attempt(actor, Number(delivery.id));
}

/** Sends a `test.ping`, now and once, whether the endpoint is active or not. */
export async function sendTest(
  { userId }: Pick<AdminActor, "userId">,
  { id: webhookId, merchantId }: { id: number; merchantId: number | null },
) {
  const now = services().clock.now();
  const id = `evt_t${randomUUID().replaceAll("-", "")}`;
  const delivery = await prisma().webhookDelivery.create({
    data: {
      endpointId: webhookId,
      eventId: id,
      type: TEST_EVENT_TYPE,
      subject: "test",
      payload: eventText({ id, type: TEST_EVENT_TYPE, at: now, data: { merchantId } }),
      // Nobody else is to take it up: it is tried here and now, and not again.
      state: "dead",
      nextAttemptAt: now,
      giveUpAt: now,
      createdAt: now,
      finishedAt: now,
    },
  });
  return attempt({ userId }, Number(delivery.id));
}

async function attempt({ userId }: Pick<AdminActor, "userId">, deliveryId: number) {
  const at = services().clock.now();
  const answer = await resendDelivery(await deliveryOptions(), { deliveryId, userId });
  const { retryAfterSeconds, ...told } = answer;
  const attempt = { at, ...told, isManual: true };
  return { isDelivered: isSuccess(answer), attempt };
}

export const webhooksPortal = serveContract(webhooks, {
  list: async ({ actor, admin, query }) => {
    if (query.merchantId !== undefined) requireMerchant(actor, query.merchantId);
    return readWebhooks(admin, query);
  },
  create: async ({ actor, admin, body }) => {
    const merchantId = body.merchantId === PROGRAMME ? null : body.merchantId;
    if (merchantId !== null) requireMerchant(actor, merchantId);
    return createWebhook(webhookContext(), admin, { ...body, merchantId });
  },
  change: ({ admin, params, body }) => updateWebhook(webhookContext(), admin, { ...params, ...body }),
  remove: async ({ admin, params }) => {
    await deleteWebhook(webhookContext(), admin, params);
    return { isRemoved: true } as const;
  },
  enable: ({ admin, context, params }) => enableWebhook(context, admin, params),
  disable: ({ admin, context, params }) => disableWebhook(context, admin, params),
  rotate: ({ admin, params, body }) => rotateWebhookSecret(webhookContext(), admin, { ...params, ...body }),
  test: async ({ admin, params }) => sendTest(admin, await readWebhook(adminContext(), admin, params)),
  deliveries: async ({ admin, params, query }) => {
    const { id } = await readWebhook(adminContext(), admin, params);
    return readDeliveries(id, query);
  },
  resend: ({ admin, params }) => resend(admin, params),
  enableMany: (call) =>
    actOnEach(call, (actor, { id: webhookId, version }) =>
      enableWebhook(call.context, actor, { webhookId, version }),
    ),
  disableMany: (call) =>
    actOnEach(call, (actor, { id: webhookId, version }) =>
      disableWebhook(call.context, actor, { webhookId, version }),
    ),
});
