import { answerClientPreflight, refuseMethods } from "@/lib/points-api/client-endpoint";
import { serveWebhook, WEBHOOK_METHODS } from "@/lib/points-api/serve-webhook";

/** The endpoint of a test client, and what was sent there. */
export const GET = serveWebhook;
/** Names where events of the test wallets are sent. */
export const PUT = serveWebhook;
/** Sends a test event, now. */
export const POST = serveWebhook;
/** Sends nothing any more. */
export const DELETE = serveWebhook;

/** Which methods there are, and what browsers ask before they let a page call. */
export function OPTIONS(request: Request): Promise<Response> {
  return answerClientPreflight(request, WEBHOOK_METHODS);
}

/** The methods that are not. */
export const { PATCH } = refuseMethods(["PATCH"], WEBHOOK_METHODS);
