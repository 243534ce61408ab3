import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { DomainError } from "@/lib/ledger/core/errors";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";

/** The refused caller, and the connection. */
interface Refused {
  client: Pick<ApiClient, "userId" | "merchantId" | "sandbox"> | null;
  /** Of a secret that is known and not valid any more. */
  clientId?: number | undefined;
  ipAddress: string;
  userAgent: string | undefined;
  requestId: string;
}

/**
 * Notes in the log of security events that a ClientId was missing or wrong (1101, 1102), once a minute and address, or that a
 * client was beyond its rate (1701), once a minute, client and address. Nothing is noted of a sandbox, nor of any other code.
 */
export function noteRefusal(error: DomainError | undefined, { client, clientId, ...where }: Refused): void {
  if (error === undefined) return;
  if (error.code === 1101 || error.code === 1102)
    void recordSecurityEvent({ kind: "api.refused", clientId, ...where });
  if (error.code === 1701 && client !== null && client.sandbox === undefined)
    void recordSecurityEvent({
      kind: "api.limited",
      userId: client.userId,
      merchantId: client.merchantId,
      ...where,
    });
}
