import type { Act } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type AddressPolicy, isEndpointUrl } from "./addresses";
import { type EventType, PROGRAMME_EVENT_TYPES } from "./event-types";
import { newWebhookSecret, sealSecret } from "./secrets";

export interface WebhookContext extends AdminContext {
  policy: AddressPolicy;
  /** Seals secrets. */
  serviceSecret: string;
}

export interface WebhookSettings {
  url: string;
  description: string;
  eventTypes: readonly EventType[];
}

/** `merchantId` null: an endpoint of the programme. @throws AdminError invalid */
export function checkWebhookSettings(
  { policy }: WebhookContext,
  { url, eventTypes }: Partial<WebhookSettings>,
  merchantId: number | null,
): void {
  if (url !== undefined && !isEndpointUrl(url, policy)) throw new AdminError("invalid", { field: "url" });
  const known: readonly EventType[] = PROGRAMME_EVENT_TYPES;
  const isForeign = merchantId === null && eventTypes?.some((type) => !known.includes(type));
  if (eventTypes?.length === 0 || isForeign) throw new AdminError("invalid", { field: "eventTypes" });
}

/** Makes a secret and stores it sealed. The returned text cannot be read again. */
export async function issueWebhookSecret(
  { tx, now }: Act,
  { serviceSecret }: WebhookContext,
  endpointId: number,
): Promise<string> {
  const secret = newWebhookSecret();
  await tx.webhookSecret.create({
    data: {
      endpointId,
      sealed: new Uint8Array(sealSecret(secret, serviceSecret)),
      last4: secret.replace(/=+$/, "").slice(-4),
      createdAt: now,
    },
  });
  return secret;
}
