import type { Act } from "@/lib/portal/acts/administer";
import { hashClientSecret, newClientSecret } from "./api-client";
import type { ClientView } from "./client-view";

/** Makes a secret for a client and stores its hash. The returned text cannot be read again. */
export async function issueSecret(
  { tx, now }: Act,
  { id: clientId, sandboxId }: Pick<ClientView, "id" | "sandboxId">,
): Promise<string> {
  const secret = newClientSecret({ isTest: sandboxId !== null });
  await tx.apiClientSecret.create({
    data: {
      clientId,
      secretHash: new Uint8Array(hashClientSecret(secret)),
      last4: secret.slice(-4),
      createdAt: now,
    },
  });
  return secret;
}
