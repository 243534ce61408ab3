import { contract } from "@/lib/portal/contract";

const PERSON = "radar/people/:userId";
const CASE = "radar/cases/:caseId";
const FINDING = "radar/findings/:findingId";
const person = { reach: "own", params: "personTargetSchema", answer: "radarPersonSchema" } as const;
const ofCase = { reach: "own", params: "caseTargetSchema", answer: "radarPersonSchema" } as const;
const finding = { may: "radar.read", reach: "own", params: "findingTargetSchema" } as const;

const load = async () => ({ ...(await import("./schemas")), ...(await import("@/lib/portal/wire/many")) });

export const radar = contract("radar", load, {
  /** Odd entries of the log, by person. */
  list: {
    route: "GET radar",
    may: "radar.read",
    reach: "branch",
    query: "radarFiltersSchema",
    answer: "radarListSchema",
  },
  /** Looks at today, as far as it has gone. Days that are over are looked at by themselves. */
  run: { route: "POST radar/run", may: "radar.run", reach: "own", answer: "radarRunSchema" },
  /** A person over time, with the findings and the cases. */
  person: { route: `GET ${PERSON}`, may: "radar.read", ...person },
  openCase: { route: `POST ${PERSON}/case`, may: "radar_case.open", ...person },
  /** Adds one of the person's own mobile numbers, or takes one away. */
  numbers: { route: `PATCH ${PERSON}/numbers`, may: "user.set_numbers", ...person, body: "ownNumberSchema" },
  /** Gives the case to a person, or to nobody. Refused as a conflict when it is no longer as it was read. */
  assign: { route: `PATCH ${CASE}`, may: "radar_case.assign", ...ofCase, body: "assignCaseSchema" },
  note: { route: `POST ${CASE}/notes`, may: "radar_case.note", ...ofCase, body: "noteSchema" },
  /** Closes the case with its verdict. */
  close: { route: `PUT ${CASE}`, may: "radar_case.close", ...ofCase, body: "closeCaseSchema" },
  /** A finding with the entries that it rests on. */
  finding: { route: `GET ${FINDING}`, ...finding, answer: "evidenceSchema" },
  /** The same as a CSV file. */
  report: { route: `GET ${FINDING}/report`, ...finding, answer: "fileSchema" },
  /** Movements that are held for review, and those of the last day that were. */
  reviews: { route: "GET radar/reviews", may: "radar.read", reach: "own", answer: "reviewListSchema" },
  /** Lets a movement go that is held for review, or refuses it, and says why. */
  decide: {
    route: "POST radar/reviews/:approvalId/decision",
    may: "approval.review",
    reach: "own",
    params: "reviewTargetSchema",
    body: "reviewDecisionSchema",
    answer: "reviewListSchema",
  },
});
