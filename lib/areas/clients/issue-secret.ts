import type { Act } from "@/lib/areas/administer";
import { hashClientSecret, newClientSecret } from "./api-client";
import type { ClientView } from "./client-view";

/** Makes a secret for a client and stores its hash. The returned text cannot be read again. */
export async function issueSecret(
  { tx, now }: Act,
  { id: clientId, sandbox }: Pick<ClientView, "id" | "sandbox">,
): Promise<string> {
  const secret = newClientSecret({ isTest: sandbox !== null });
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
