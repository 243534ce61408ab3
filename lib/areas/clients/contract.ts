import { contract } from "@/lib/portal/contract";

const ALL = "manage/clients";
const ONE = "manage/clients/:clientId";
const one = { reach: "own", params: "clientParamsSchema" } as const;
const secret = { reach: "own", params: "clientSecretParamsSchema", answer: "answer" } as const;
/** The answer carries the ClientId or signing secret that was issued, this once. */
const rotated = {
  ...one,
  body: "rotate",
  answer: "issued",
  askerOnly: "answers",
} as const;

const schemas = async () => ({ ...(await import("./desk-schemas")), ...(await import("./record")) });

export const clients = contract("clients", schemas, {
  list: {
    route: `GET ${ALL}`,
    may: "client.read",
    reach: "own",
    query: "clientListRequestSchema",
    answer: "list",
  },
  read: { route: `GET ${ONE}`, may: "client.read", ...one, answer: "answer" },
  /** Merchants and branches that a client can be given. */
  choices: { route: `GET ${ALL}/choices`, may: "client.read", reach: "own", answer: "clientChoicesSchema" },
  /** Examples for the console: for each operation a request that the demo's client can send as it stands, new at each call. */
  examples: {
    route: `GET ${ALL}/examples`,
    may: "client.read",
    reach: "own",
    answer: "tryItExamplesSchema",
  },
  /** The client's latest requests, masked. An open page asks again and again, which is no use of the session. */
  requests: {
    route: `GET ${ONE}/requests`,
    may: "client.read",
    ...one,
    query: "requestLogRequestSchema",
    answer: "requestLogSchema",
  },
  /** Revokes the client with all its secrets, for ever. */
  revoke: { route: `POST ${ONE}/revoke`, may: "client.revoke", ...one, answer: "answer" },
  revokeSecret: {
    route: `POST ${ONE}/secrets/:secretId/revoke`,
    may: "client.revoke_secret",
    ...secret,
  },
  revokeSigning: {
    route: `POST ${ONE}/signing/:secretId/revoke`,
    may: "client.revoke_signing",
    ...secret,
  },
  /** The answer carries its ClientId, this once. */
  create: {
    route: `POST ${ALL}`,
    askerOnly: "answers",
    may: "client.create",
    reach: "merchant",
    body: "create",
    answer: "issued",
  },
  change: {
    route: `PATCH ${ONE}`,
    may: "client.update",
    ...one,
    body: "changes",
    answer: "answer",
  },
  /** The present ClientId is accepted for the overlap. */
  rotate: { route: `POST ${ONE}/rotate`, may: "client.rotate", ...rotated },
  /** The present secret to sign with is accepted for the overlap. */
  rotateSigning: { route: `POST ${ONE}/signing`, may: "client.rotate_signing", ...rotated },
});

const SANDBOX = "manage/clients/:clientId/sandbox";
const of = { reach: "own", params: "clientParamsSchema", answer: "sandboxSchema" } as const;
const sandboxSchemas = async () => ({
  ...(await import("@/lib/areas/sandbox/schemas")),
  ...(await import("./desk-schemas")),
});

/** The test wallets of a test client. */
export const sandbox = contract("clients", sandboxSchemas, {
  sandbox: { route: `GET ${SANDBOX}`, may: "client.read", ...of },
  /** Brings them back to where they began. */
  resetSandbox: { route: `POST ${SANDBOX}/reset`, may: "client.reset_sandbox", ...of },
});
