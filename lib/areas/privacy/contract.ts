import { contract } from "@/lib/portal/contract";

const ALL = "manage/privacy";
const ONE = "manage/wallets/:walletId";
const paper = { query: "paperQuerySchema", answer: "paperSchema" } as const;

const ofWallets = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/areas/wallets/desk-schemas")),
});
const own = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

/** The rights of one customer. */
export const customerRights = contract("wallets", ofWallets, {
  /** Takes the customer's consent back. */
  withdraw: {
    route: `PUT ${ONE}/withdrawal`,
    may: "wallet.withdraw_consent",
    reach: "programme",
    params: "walletParamsSchema",
    body: "withdrawalSchema",
    answer: "deskWalletSchema",
    outdates: ["entries", "today"],
  },
  /** Everything that is held about the customer. */
  file: {
    route: `GET ${ONE}/file`,
    may: "wallet.read_file",
    reach: "programme",
    params: "walletParamsSchema",
    ...paper,
  },
});

export const privacy = contract("privacy", own, {
  register: { route: `GET ${ALL}/register`, may: "privacy.read", reach: "programme", ...paper },
  retention: {
    route: `GET ${ALL}/retention`,
    may: "privacy.read",
    reach: "programme",
    answer: "retentionSchema",
  },
  setRetention: {
    route: `PUT ${ALL}/retention`,
    may: "privacy.update",
    reach: "programme",
    body: "retentionFormSchema",
    answer: "doneSchema",
  },
  /** Requests of people about their data. */
  requests: {
    route: `GET ${ALL}/requests`,
    may: "privacy.read",
    reach: "programme",
    answer: "requestsSchema",
  },
  noteRequest: {
    route: `POST ${ALL}/requests`,
    may: "privacy.update",
    reach: "programme",
    body: "requestFormSchema",
    answer: "notedRequestSchema",
    outdates: ["home"],
  },
  answerRequest: {
    route: `PUT ${ALL}/requests/:requestId/answer`,
    may: "privacy.update",
    reach: "programme",
    params: "requestParamsSchema",
    body: "answerFormSchema",
    answer: "doneSchema",
    outdates: ["home"],
  },
  /** Paper for the person: the request, the day by which an answer is due, and the answer. */
  requestReceipt: {
    route: `GET ${ALL}/requests/:requestId/receipt`,
    may: "privacy.read",
    reach: "programme",
    params: "requestParamsSchema",
    ...paper,
  },
  breaches: {
    route: `GET ${ALL}/breaches`,
    may: "privacy.read",
    reach: "programme",
    answer: "breachesSchema",
  },
  noteBreach: {
    route: `POST ${ALL}/breaches`,
    may: "privacy.update",
    reach: "programme",
    body: "breachFormSchema",
    answer: "doneSchema",
  },
  breachPaper: {
    route: `GET ${ALL}/breaches/:breachId/paper`,
    may: "privacy.read",
    reach: "programme",
    params: "breachParamsSchema",
    ...paper,
  },
  /** Notes that the authority was told. */
  reportBreach: {
    route: `PUT ${ALL}/breaches/:breachId/report`,
    may: "privacy.update",
    reach: "programme",
    params: "breachParamsSchema",
    answer: "doneSchema",
  },
});
