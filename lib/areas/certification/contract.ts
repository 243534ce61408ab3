import { contract } from "@/lib/portal/contract";

const ALL = "manage/clients/:clientId/certification";
const of = { reach: "own", answer: "certificationSchema" } as const;
const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/areas/clients/desk-schemas")),
});

export const certification = contract("clients", schemas, {
  /** How far a test client has come. An open page asks again and again, which is no use of the session. */
  certification: {
    route: `GET ${ALL}`,
    may: "certification.read",
    ...of,
    params: "clientParamsSchema",
  },
  /** Issues a certificate to a client that meets every requirement. */
  certify: {
    route: `POST ${ALL}/certificates`,
    may: "certification.issue",
    ...of,
    params: "clientParamsSchema",
    body: "issueCertificateSchema",
  },
  /** Revokes a certificate, for ever. */
  withdraw: {
    route: `POST ${ALL}/certificates/:certificateId/revoke`,
    may: "certification.revoke",
    ...of,
    params: "certificateParamsSchema",
  },
});
