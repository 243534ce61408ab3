import type { ApiClient } from "@/lib/areas/clients/api-client";
import { CLIENT_EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { readDeliveries, sendTest, webhookContext } from "@/lib/areas/webhooks/portal";
import {
  findClientWebhook,
  removeClientWebhook,
  setClientWebhook,
  type TestClient,
} from "@/lib/areas/webhooks/webhooks";
import { DomainError } from "@/lib/ledger/rules/errors";
import { isAdminError } from "@/lib/portal/acts/errors";
import { readJson } from "./body";
import { serveClient } from "./client-endpoint";
import { type SandboxWebhook, webhookRequestSchema } from "./sandbox-webhook";
import { SANDBOX_RATE, sandboxOf } from "./serve-sandbox";

// Webhooks of a test client, for its maker, who has no account at the desk (rules.md §14). Live clients are refused with 1103.

export const WEBHOOK_METHODS = "GET, HEAD, PUT, POST, DELETE, OPTIONS";

/** Answers what is asked or done about the endpoint of the test client. Never throws. */
export function serveWebhook(request: Request): Promise<Response> {
  return serveClient(request, {
    name: "SandboxWebhook",
    rate: SANDBOX_RATE,
    answer: async (client, _services, { method, headers }, readBody) => {
      const tester = testClientOf(client);
      const done = await carryOut(tester, method, () =>
        readJson({ header: (name) => headers.get(name) ?? undefined, readBody }),
      );
      return JSON.stringify({ ...done, ...(await readAll(tester)) });
    },
  });
}

function testClientOf(client: ApiClient): TestClient {
  sandboxOf(client);
  const { id, userId, merchantId } = client;
  return { id, userId, merchantId };
}

async function carryOut(
  client: TestClient,
  method: string,
  readFields: () => ReturnType<typeof readJson>,
): Promise<Pick<SandboxWebhook, "secret" | "isDelivered">> {
  if (method === "PUT") return name(client, (await readFields()).body);
  if (method === "POST") return test(client);
  if (method === "DELETE") await removeClientWebhook(webhookContext(), client);
  return {};
}

/** @throws DomainError 1001 or 1002 */
async function name(client: TestClient, body: Record<string, unknown>): Promise<{ secret: string }> {
  if (body.url === undefined || body.url === null) throw new DomainError(1001, { field: "url" });
  const parsed = webhookRequestSchema.safeParse(body);
  if (!parsed.success) throw refusalOf(String(parsed.error.issues[0]?.path[0]));
  const { url, eventTypes = CLIENT_EVENT_TYPES } = parsed.data;
  try {
    const fields = { url, eventTypes: [...eventTypes] };
    return { secret: (await setClientWebhook(webhookContext(), client, fields)).secret };
  } catch (error) {
    if (isAdminError(error) && error.code === "invalid") throw refusalOf("url");
    throw error;
  }
}

const refusalOf = (field: string) =>
  new DomainError(1002, {
    field,
    form:
      field === "url"
        ? {
            en: "A public name by https; http to 127.0.0.1 only at a service that nobody reaches from another machine",
            ar: "اسم عام عبر https؛ ولا يُقبل http إلى 127.0.0.1 إلا في خدمة لا يصل إليها جهاز آخر",
          }
        : {
            en: `An array of ${CLIENT_EVENT_TYPES.join(", ")}`,
            ar: `مصفوفة من ${CLIENT_EVENT_TYPES.join("، ")}`,
          },
  });

/** @throws DomainError 1002 where no endpoint is named */
async function test(client: TestClient): Promise<{ isDelivered: boolean }> {
  const found = await findClientWebhook(webhookContext(), client.id);
  if (found === null)
    throw new DomainError(1002, {
      field: "url",
      form: { en: "Name an endpoint first, by PUT", ar: "حدّد العنوان أولًا بطريقة PUT" },
    });
  const { isDelivered } = await sendTest(client, { id: found.id, merchantId: client.merchantId });
  return { isDelivered };
}

async function readAll({ id }: TestClient): Promise<Pick<SandboxWebhook, "webhook" | "deliveries">> {
  const found = await findClientWebhook(webhookContext(), id);
  if (found === null) return { webhook: null, deliveries: [] };
  const { url, eventTypes, state, failingSince, lastSuccessAt } = found;
  const { deliveries } = await readDeliveries(found.id, {});
  return {
    webhook: {
      ...{ url, eventTypes, isActive: state === "active" },
      failingSince: failingSince?.toISOString() ?? null,
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    },
    deliveries: deliveries.map(
      ({ eventId, type, state, createdAt, nextAttemptAt, payload, lastAttempts }) => ({
        ...{ eventId, type, state, createdAt: createdAt.toISOString() },
        nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
        body: payload,
        attempts: lastAttempts.map(({ at, durationMs, status, error, headers, answerStart }) => ({
          ...{ at: at.toISOString(), durationMs, status, error, headers, answer: answerStart },
        })),
      }),
    ),
  };
}
