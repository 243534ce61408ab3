import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { ErrorCode } from "@/lib/ledger/rules/errors";
import { ERRORS } from "./errors";
import { FEED_CODES, FEED_EXAMPLE, feedPageSchema, feedQuerySchema } from "./events";
import { acceptLanguage, everyAnswerHeaders, requestIdParameter, retryAfter } from "./openapi-parameters";
import {
  certificationProgressSchema,
  PROGRESS_EXAMPLE,
  RESET_EXAMPLE,
  SANDBOX_CODES,
  sandboxResetSchema,
} from "./sandbox";
import {
  SANDBOX_WEBHOOK_CODES,
  SANDBOX_WEBHOOK_EXAMPLE,
  sandboxWebhookSchema,
  WEBHOOK_REQUEST_EXAMPLE,
  webhookRequestSchema,
} from "./sandbox-webhook";

// The endpoints for API clients beside the operations: the feed, and those of test clients.

export function feedOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "Events",
      summary: "Read what happened",
      description:
        "The events of the client's merchant from a cursor on, in order and under the same ids as the webhooks', for those who cannot receive. The client needs the scope `events`. With `cursor=now` it begins at this moment. A page is rarely empty while `hasMore` is true: then the rows of other merchants were many. The feed has a rate of its own, named `events` in the headers.",
      tags: ["Events"],
    },
    {
      query: feedQuerySchema,
      success: { description: "A page of events.", schema: feedPageSchema, example: FEED_EXAMPLE },
      codes: FEED_CODES,
      refusalId: "EventFeedRefusal",
    },
  );
}

export function resetOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "SandboxReset",
      summary: "Bring the test wallets back to where they began",
      description:
        "Gives every wallet of the test client's sandbox its first balance and status again, unlocks its PIN and forgets first attempts. The points move by adjustments in the log, and references that were used stay used. Can be repeated; 1902 while another reset of the same sandbox is under way. 1103 for a live client. The sandbox has a rate of its own, named `sandbox` in the headers.",
      tags: ["Sandbox"],
    },
    {
      success: { description: "Done.", schema: sandboxResetSchema, example: RESET_EXAMPLE },
      codes: SANDBOX_CODES,
      refusalId: "SandboxResetRefusal",
    },
  );
}

export function certificationOperation(): ZodOpenApiOperationObject {
  return endpoint(
    {
      operationId: "Certification",
      summary: "Say how far the test client has come with its certification",
      description:
        "Each requirement that the client's scopes ask for, with the requests of the client that show it. 1103 for a live client.",
      tags: ["Sandbox"],
    },
    {
      success: {
        description: "As the client's requests show it until now.",
        schema: certificationProgressSchema,
        example: PROGRESS_EXAMPLE,
      },
      codes: SANDBOX_CODES,
      refusalId: "CertificationRefusal",
    },
  );
}

/** The endpoint of a test client, which its maker names without an account at the desk. */
export function webhookOperations(): Record<"get" | "put" | "post" | "delete", ZodOpenApiOperationObject> {
  const operation = (operationId: string, summary: string, description: string) =>
    endpoint(
      { operationId, summary, description, tags: ["Sandbox"] },
      {
        success: {
          description: "The endpoint as it is now, and what was sent there.",
          schema: sandboxWebhookSchema,
          example: SANDBOX_WEBHOOK_EXAMPLE,
        },
        codes: SANDBOX_WEBHOOK_CODES,
        refusalId: `${operationId}Refusal`,
      },
    );
  return {
    get: operation(
      "SandboxWebhook",
      "Show the test client's endpoint and its last deliveries",
      "Each delivery with its body and, for each attempt, the headers that were sent and the beginning of the answer. 1103 for a live client.",
    ),
    put: {
      ...operation(
        "SetSandboxWebhook",
        "Name where events of the test wallets are sent",
        "A test client has one endpoint: another address takes its place, with a new secret that is in this answer and nowhere else.",
      ),
      requestBody: {
        required: true,
        content: { "application/json": { schema: webhookRequestSchema, example: WEBHOOK_REQUEST_EXAMPLE } },
      },
    },
    post: operation(
      "TestSandboxWebhook",
      "Send a test event now",
      "Sends `test.ping` once and waits for its answer, 10 seconds at most: `isDelivered` says whether it was 2xx.",
    ),
    delete: operation("RemoveSandboxWebhook", "Send nothing any more", "Takes the endpoint away."),
  };
}

/** An endpoint for API clients beside the operations of the interface. */
function endpoint(
  own: Pick<Required<ZodOpenApiOperationObject>, "operationId" | "summary" | "description" | "tags">,
  {
    query,
    success,
    codes,
    refusalId,
  }: {
    query?: z.ZodObject;
    success: { description: string; schema: z.ZodType; example: unknown };
    codes: readonly ErrorCode[];
    refusalId: string;
  },
): ZodOpenApiOperationObject {
  const refusal = z
    .object({ errorCode: z.enum(codes.map(String)), errorMessage: z.string() })
    .meta({ id: refusalId });
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  return {
    ...own,
    requestParams: {
      ...(query !== undefined && { query }),
      header: z.object({ "Accept-Language": acceptLanguage, "X-Request-Id": requestIdParameter }),
    },
    responses: {
      "200": {
        description: success.description,
        headers: z.object(everyAnswerHeaders),
        content: { "application/json": { schema: success.schema, example: success.example } },
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          String(status),
          {
            description: codes
              .filter((code) => ERRORS[code].status === status)
              .map((code) => `**${code}** ${ERRORS[code].en}`)
              .join("<br>"),
            headers: z.object({
              ...everyAnswerHeaders,
              ...(status === 429 || status === 503 ? { "Retry-After": retryAfter } : {}),
            }),
            content: { "application/json": { schema: refusal } },
          },
        ]),
      ),
    },
  };
}
