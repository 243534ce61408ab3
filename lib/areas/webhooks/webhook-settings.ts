import type { Act } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import { type AddressPolicy, isEndpointUrl } from "./addresses";
import type { EventType } from "./event-types";
import { newWebhookSecret, sealSecret } from "./secrets";

/** What administration of webhooks works with besides. */
export interface WebhookContext extends AdminContext {
  policy: AddressPolicy;
  /** What secrets are sealed with. */
  serviceSecret: string;
}

/** What can be chosen for an endpoint. */
export interface WebhookSettings {
  url: string;
  description: string;
  eventTypes: readonly EventType[];
}

/** @throws AdminError invalid */
export function checkWebhookSettings(
  { policy }: WebhookContext,
  { url, eventTypes }: Partial<WebhookSettings>,
): void {
  if (url !== undefined && !isEndpointUrl(url, policy)) throw new AdminError("invalid", { field: "url" });
  if (eventTypes?.length === 0) throw new AdminError("invalid", { field: "eventTypes" });
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
