import { contract } from "@/lib/portal/contract";

const OPERATOR = ["programme_operator"] as const;
const SEGMENT = "manage/segments/:segmentId";
const segment = { reach: "programme", params: "target" } as const;

export const programme = contract("programme", () => import("./record"), {
  /** The programme's rules, its segments and the merchants' refund rules. */
  desk: {
    route: "GET manage/programme",
    may: OPERATOR,
    reach: "programme",
    answer: "programmeDeskSchema",
  },
  /** Puts other words in force for those who agree from now on. Refused as a conflict when they are not those that were read. */
  publishConsent: {
    route: "POST manage/programme/consent",
    may: "programme.publish_consent",
    reach: "programme",
    body: "publishConsentRequestSchema",
    answer: "consentTextSchema",
    // Pages that enrol customers show the words.
    outdates: ["wallets"],
  },
  /** Traces of a clock that was ahead: points that it wrote off, and anchors of the future. */
  clock: {
    route: "GET manage/programme/clock",
    may: OPERATOR,
    reach: "programme",
    answer: "clockDamageSchema",
  },
  /** Puts them right: the points come back in steps, and the anchors are accepted. */
  putClockRight: {
    route: "POST manage/programme/clock",
    may: "programme.put_clock_right",
    reach: "programme",
    answer: "clockDamageSchema",
    outdates: ["wallets", "entries"],
  },
  /** Changes the programme's settings, from now on. */
  change: {
    route: "PATCH manage/programme",
    may: "programme.update",
    reach: "programme",
    body: "updateProgrammeSchema",
    answer: "programmeSchema",
  },
  /** The rates that the segment has and had. */
  segment: { route: `GET ${SEGMENT}`, may: OPERATOR, ...segment, answer: "history" },
  /** The wallets and points that a change of the segment's rates concerns. */
  holdings: {
    route: `GET ${SEGMENT}/holdings`,
    may: OPERATOR,
    ...segment,
    answer: "holdings",
  },
  addSegment: {
    route: "POST manage/segments",
    may: "segment.create",
    reach: "programme",
    body: "create",
    answer: "answer",
  },
  /** Gives the segment new rates, from now on; entries keep those at which they were written. */
  changeSegment: {
    route: `PATCH ${SEGMENT}`,
    may: "segment.update",
    ...segment,
    body: "changes",
    answer: "answer",
  },
});
