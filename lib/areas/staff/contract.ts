import { contract } from "@/lib/portal/contract";

const ONE = "manage/staff/:userId";
const one = { reach: "own", params: "staffParamsSchema" } as const;
/** An act on one of them answers with them as they are then. */
const acted = { ...one, answer: "answer" } as const;

const loadDesk = async () => ({
  ...(await import("./desk-schemas")),
  ...(await import("./record")),
  ...(await import("@/lib/portal/wire/many")),
});

export const staff = contract("staff", loadDesk, {
  /** Asked in a body and not in an address: a text is a person's name. */
  search: {
    route: "POST manage/staff/search",
    may: "user.read",
    reach: "merchant",
    body: "staffSearchSchema",
    answer: "staffPageSchema",
  },
  /** Their link is in this answer and nowhere else. */
  invite: {
    route: "POST manage/staff",
    askerOnly: "answers",
    may: "user.invite",
    reach: "merchant",
    body: "invite",
    answer: "staffLinkSchema",
  },
  /** Refused as a conflict when it is not the version that was read. */
  update: { route: `PATCH ${ONE}`, may: "user.update", body: "changes", ...acted },
  read: { route: `GET ${ONE}`, may: "user.read", ...acted },
  /** Resets how a person signs in, or invites them again: their link is in this answer and nowhere else. */
  issueLink: {
    route: `POST ${ONE}/link`,
    may: "user.issue_link",
    ...one,
    answer: "staffLinkSchema",
    askerOnly: "answers",
  },
  deactivate: { route: `POST ${ONE}/deactivate`, may: "user.deactivate", ...acted },
  reactivate: { route: `POST ${ONE}/reactivate`, may: "user.reactivate", ...acted },
  confirm: { route: `POST ${ONE}/confirm`, may: "user.confirm", ...acted },
  resetTwoFactor: { route: `DELETE ${ONE}/two-factor`, may: "user.reset_two_factor", ...acted },
  deactivateMany: {
    route: "POST manage/staff/deactivate",
    may: "user.deactivate",
    reach: "own",
    body: "manySchema",
    answer: "manyAnswerSchema",
  },
  sessions: { route: `GET ${ONE}/sessions`, may: "user.read", ...one, answer: "staffSessionsSchema" },
  /** Signs a person out everywhere. */
  endSessions: {
    route: `DELETE ${ONE}/sessions`,
    may: "user.end_sessions",
    ...one,
    answer: "endedSessionsSchema",
  },
  /** Signs everybody who works for a merchant out everywhere but here. A merchant of another person's does not exist. */
  endAllSessions: {
    route: "DELETE manage/staff/sessions",
    may: "user.end_all_sessions",
    reach: "own",
    query: "endStaffSessionsSchema",
    answer: "endedSessionsSchema",
  },
  /** The chosen staff as a CSV file. */
  download: {
    route: "GET manage/staff/export",
    may: "user.export",
    reach: "own",
    query: "chosenSchema",
    answer: "staffFileSchema",
  },
  /** The programme's demands on everybody who administers. */
  policy: {
    route: "GET manage/staff/policy",
    may: "user.read",
    reach: "programme",
    answer: "staffPolicySchema",
  },
  /** Refused as a conflict when the programme is not the version that was read. */
  setPolicy: {
    route: "PUT manage/staff/policy",
    may: "programme.update",
    reach: "programme",
    body: "staffPolicySchema",
    answer: "staffPolicySchema",
    refreshes: "policy",
  },
  sets: {
    route: "GET manage/staff/sets",
    may: "user.read",
    reach: "own",
    query: "setsQuerySchema",
    answer: "setListSchema",
  },
  createSet: {
    route: "POST manage/staff/sets",
    may: "permission_set.create",
    reach: "merchant",
    body: "createSetSchema",
    answer: "setSchema",
  },
  /** Refused as a conflict when it is not the version that was read. */
  updateSet: {
    route: "PUT manage/staff/sets/:setId",
    may: "permission_set.update",
    reach: "own",
    params: "setParamsSchema",
    body: "setChangesSchema",
    answer: "setSchema",
  },
  deleteSet: {
    route: "DELETE manage/staff/sets/:setId",
    may: "permission_set.delete",
    reach: "own",
    params: "setParamsSchema",
    answer: "doneSchema",
  },
});
