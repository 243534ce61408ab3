import { contract } from "@/lib/portal/contract";

const SANDBOX = "manage/clients/:clientId/sandbox";
const of = { reach: "own", params: "clientParamsSchema", answer: "sandboxSchema" } as const;
const schemas = async () => ({
  ...(await import("@/lib/areas/sandbox/schemas")),
  ...(await import("@/lib/areas/clients/desk-schemas")),
});

/** The test wallets of a test client. */
export const sandbox = contract("clients", schemas, {
  sandbox: { route: `GET ${SANDBOX}`, may: "client.read", ...of },
  /** Brings them back to where they began. */
  resetSandbox: { route: `POST ${SANDBOX}/reset`, may: "client.reset_sandbox", ...of },
});
