import { contract } from "@/lib/portal/contract";

const ALL = "manage/webhooks";
const ONE = "manage/webhooks/:webhookId";
const one = { reach: "own", params: "webhookParamsSchema" } as const;
const many = { reach: "own", body: "manySchema", answer: "manyAnswerSchema" } as const;
const schemas = async () => ({ ...(await import("./schemas")), ...(await import("@/lib/portal/wire/many")) });

export const webhooks = contract("webhooks", schemas, {
  list: {
    route: `GET ${ALL}`,
    may: "webhook.read",
    reach: "merchant",
    query: "webhookListQuerySchema",
    answer: "webhookListSchema",
  },
  /** The secret is in this answer and nowhere else. */
  create: {
    route: `POST ${ALL}`,
    may: "webhook.create",
    reach: "merchant",
    body: "createWebhookSchema",
    answer: "issuedWebhookSchema",
  },
  /** Refused as a conflict when it is not the version that was read. */
  change: {
    route: `PATCH ${ONE}`,
    may: "webhook.update",
    ...one,
    body: "updateWebhookSchema",
    answer: "webhookSchema",
  },
  remove: { route: `DELETE ${ONE}`, may: "webhook.delete", ...one, answer: "removedSchema" },
  enable: { route: `POST ${ONE}/enable`, may: "webhook.enable", ...one, answer: "webhookSchema" },
  disable: { route: `POST ${ONE}/disable`, may: "webhook.disable", ...one, answer: "webhookSchema" },
  /** The new secret is in this answer and nowhere else. */
  rotate: {
    route: `POST ${ONE}/rotate`,
    may: "webhook.rotate",
    ...one,
    body: "webhookVersionSchema",
    answer: "issuedWebhookSchema",
  },
  test: { route: `POST ${ONE}/test`, may: "webhook.read", ...one, answer: "attemptAnswerSchema" },
  deliveries: {
    route: `GET ${ONE}/deliveries`,
    may: "webhook.read",
    ...one,
    prolongs: false,
    query: "deliveryQuerySchema",
    answer: "deliveryPageSchema",
  },
  resend: {
    route: `POST ${ONE}/deliveries/:deliveryId/resend`,
    may: "webhook.read",
    reach: "own",
    params: "deliveryParamsSchema",
    answer: "attemptAnswerSchema",
  },
  enableMany: { route: `POST ${ALL}/enable`, may: "webhook.enable", ...many },
  disableMany: { route: `POST ${ALL}/disable`, may: "webhook.disable", ...many },
});
