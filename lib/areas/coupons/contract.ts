import { contract } from "@/lib/portal/contract";
import { COUPON_FILE_BYTES_MAX } from "./words";

/** A change answers with all templates, as they are then. */
const changed = { answer: "deskTemplatesSchema", refreshes: "list" } as const;
const ONE = "manage/coupons/:templateId";
const ISSUES = "manage/coupons/issues";

export const coupons = contract("coupons", () => import("./schemas"), {
  list: { route: "GET manage/coupons", may: "coupon.read", reach: "own", answer: "deskTemplatesSchema" },
  create: {
    route: "POST manage/coupons",
    may: "coupon_template.create",
    reach: "own",
    body: "createTemplateSchema",
    ...changed,
  },
  change: {
    route: `PUT ${ONE}`,
    may: "coupon_template.update",
    reach: "own",
    params: "templateTargetSchema",
    body: "updateTemplateSchema",
    ...changed,
  },
  switch: {
    route: `PATCH ${ONE}`,
    may: "coupon_template.change_state",
    reach: "own",
    params: "templateTargetSchema",
    body: "templateStateSchema",
    ...changed,
  },
  results: {
    route: `GET ${ONE}/results`,
    may: "coupon.read",
    reach: "own",
    params: "templateTargetSchema",
    answer: "templateResultsSchema",
  },
  issue: {
    route: `POST ${ONE}/issue`,
    may: "coupon.issue",
    reach: "own",
    params: "templateTargetSchema",
    body: "issueByHandSchema",
    answer: "issuedByHandSchema",
  },
  /** A POST, so that no number ever stands in an address. */
  find: {
    route: "POST manage/coupons/find",
    may: "coupon.read",
    reach: "own",
    body: "findCouponSchema",
    answer: "scannedCouponSchema",
  },
  /** An open page asks by itself while a file is worked on. */
  issues: {
    route: `GET ${ISSUES}`,
    may: "coupon.read",
    reach: "own",
    answer: "deskIssuesSchema",
  },
  createIssue: {
    route: `POST ${ISSUES}`,
    may: "coupon_issue.create",
    prepares: true,
    reach: "own",
    body: "createIssueSchema",
    answer: "deskIssueSchema",
  },
  /** Reads a file of wallets' codes or mobile numbers, or asks what its columns are. */
  readFile: {
    route: "POST manage/coupons/file",
    may: "coupon_issue.create",
    prepares: true,
    reach: "own",
    body: "couponFileSchema",
    // Four characters of base64 are three bytes.
    bodyBytesMax: 1.5 * COUPON_FILE_BYTES_MAX,
    answer: "couponFileAnswerSchema",
  },
  /** A part of a file; with the last the work begins. */
  addLines: {
    route: `POST ${ISSUES}/:issueId/lines`,
    may: "coupon_issue.create",
    reach: "own",
    params: "issueTargetSchema",
    body: "issueLinesSchema",
    answer: "deskIssueSchema",
  },
  check: {
    route: `GET ${ISSUES}/:issueId/check`,
    may: "coupon_issue.create",
    reach: "own",
    params: "issueTargetSchema",
    query: "issueCheckQuerySchema",
    answer: "issueCheckSchema",
  },
  stopIssue: {
    route: `POST ${ISSUES}/:issueId/stop`,
    may: "coupon_issue.stop",
    reach: "own",
    params: "issueTargetSchema",
    answer: "deskIssueSchema",
  },
  takeBack: {
    route: `POST ${ISSUES}/:issueId/take-back`,
    may: "coupon_issue.take_back",
    reach: "own",
    params: "issueTargetSchema",
    answer: "deskIssueSchema",
    outdates: ["wallets"],
  },
  report: {
    route: `GET ${ISSUES}/:issueId/report`,
    may: "coupon_issue.create",
    reach: "own",
    params: "issueTargetSchema",
    answer: "issueReportSchema",
  },
});
