import {
  afterEach,
  isMovement,
  orElse,
  repeatsUntilAnswered,
  seen,
  seenInTurn,
  sendsWithNewCustomer,
} from "./judges";
import { doesNotRepeat } from "./judges-of-refusals";
import {
  isAnsweredWell,
  isDone,
  isFirstRefusal,
  isFirstUnanswered,
  isNewRefusal,
  isRefusedQuote,
} from "./requests-of-requirements";
import { MOVING_SCOPES, type Row } from "./requirement";

/** Requirements of what not every till does, in the order of the page. */
export const OPTIONAL_ROWS: readonly Row[] = [
  {
    name: "finds_customer",
    scopes: ["wallet"],
    isOptional: true,
    suffix: null,
    judge: seen(isAnsweredWell("FindWallet")),
  },
  {
    name: "renews_customer",
    scopes: ["wallet"],
    isOptional: true,
    neededWith: "finds_customer",
    suffix: "38",
    judge: afterEach(
      (request, before) => request.scenario === "customer_expired" && isFirstRefusal(1002)(request, before),
      sendsWithNewCustomer,
    ),
  },
  {
    name: "quotes",
    scopes: ["wallet"],
    isOptional: true,
    suffix: null,
    judge: seen(isAnsweredWell("Quote")),
  },
  {
    name: "holds",
    scopes: ["redeem"],
    isOptional: true,
    suffix: "01",
    judge: seenInTurn(
      isDone("Hold"),
      isDone("Capture"),
      (held, captured) => held.walletCode === captured.walletCode,
    ),
  },
  {
    name: "uses_coupons",
    scopes: ["redeem"],
    isOptional: true,
    suffix: null,
    judge: seen(isDone("RedeemCoupon", ({ reference }) => reference !== null)),
  },
  {
    name: "coupon_refused",
    scopes: ["redeem"],
    isOptional: true,
    suffix: "36",
    judge: orElse(afterEach(isNewRefusal(1421), doesNotRepeat), seen(isRefusedQuote(1421))),
  },
  {
    name: "settles",
    scopes: ["reward", "redeem"],
    takesAll: true,
    isOptional: true,
    suffix: "01",
    judge: seen(isDone("Settle")),
  },
  {
    name: "settles_again",
    scopes: ["reward", "redeem"],
    takesAll: true,
    isOptional: true,
    neededWith: "settles",
    suffix: "22",
    judge: afterEach(isFirstUnanswered("answer_lost", "Settle"), repeatsUntilAnswered),
  },
  {
    name: "takes_bill_back",
    scopes: ["reward", "redeem", "cancel"],
    takesAll: true,
    isOptional: true,
    neededWith: "settles",
    suffix: "01",
    judge: seenInTurn(
      isDone("Settle"),
      isDone("Cancel"),
      (settled, cancelled) =>
        settled.walletCode === cancelled.walletCode && settled.reference === cancelled.originalReference,
    ),
  },
  {
    name: "enrols",
    scopes: ["enrol"],
    isOptional: true,
    suffix: null,
    judge: seen(isAnsweredWell("Enrol")),
  },
  {
    name: "signs",
    scopes: MOVING_SCOPES,
    isOptional: true,
    suffix: null,
    judge: seen((request) => isMovement(request) && request.isSigned && request.code === 0),
  },
];
