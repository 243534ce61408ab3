import { contract } from "@/lib/portal/contract";

const ALL = "manage/webhooks";
const ONE = "manage/webhooks/:webhookId";
const one = { reach: "own", params: "target" } as const;
const many = { reach: "own", body: "many", answer: "manyAnswer" } as const;
const schemas = () => import("./record");

export const webhooks = contract("webhooks", schemas, {
  list: {
    route: `GET ${ALL}`,
    may: "webhook.read",
    reach: "merchant",
    query: "listQuery",
    answer: "list",
  },
  /** The secret is in this answer and nowhere else. */
  create: {
    route: `POST ${ALL}`,
    may: "webhook.create",
    reach: "merchant",
    body: "create",
    answer: "issued",
  },
  /** Refused as a conflict when it is not the version that was read. */
  change: {
    route: `PATCH ${ONE}`,
    may: "webhook.update",
    ...one,
    body: "change",
    answer: "answer",
  },
  remove: { route: `DELETE ${ONE}`, may: "webhook.delete", ...one, answer: "removed" },
  enable: { route: `POST ${ONE}/enable`, may: "webhook.enable", ...one, answer: "answer" },
  disable: { route: `POST ${ONE}/disable`, may: "webhook.disable", ...one, answer: "answer" },
  /** The new secret is in this answer and nowhere else. */
  rotate: {
    route: `POST ${ONE}/rotate`,
    may: "webhook.rotate",
    ...one,
    body: "versionBody",
    answer: "issued",
  },
  test: { route: `POST ${ONE}/test`, may: "webhook.read", ...one, answer: "attemptAnswer" },
  deliveries: {
    route: `GET ${ONE}/deliveries`,
    may: "webhook.read",
    ...one,
    query: "deliveryQuery",
    answer: "deliveryPage",
  },
  resend: {
    route: `POST ${ONE}/deliveries/:deliveryId/resend`,
    may: "webhook.read",
    reach: "own",
    params: "deliveryTarget",
    answer: "attemptAnswer",
  },
  enableMany: { route: `POST ${ALL}/enable`, may: "webhook.enable", ...many },
  disableMany: { route: `POST ${ALL}/disable`, may: "webhook.disable", ...many },
});
