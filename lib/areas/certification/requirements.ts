import {
  afterEach,
  always,
  cancelsByReference,
  eachOf,
  isFirstAttempt,
  isMovement,
  isSale,
  orElse,
  repeatsAfterRestart,
  repeatsUntilAnswered,
  seen,
  seenEach,
  usesNewReferences,
  waitsForPerson,
  waitsOrRepeats,
} from "./judges";
import { hasOwnNumber, paysFirst, readsSparingly } from "./judges-of-bills";
import { asksAgainForPin } from "./judges-of-pins";
import { doesNotRepeat, neverRepeats } from "./judges-of-refusals";
import { OPTIONAL_ROWS } from "./optional-requirements";
import {
  inTheLast,
  isDone,
  isFinal,
  isFirstRefusal,
  isFirstUnanswered,
  isNewRefusal,
  isRefusedQuote,
  understandsLock,
} from "./requests-of-requirements";
import { MOVING_SCOPES, type Requirement, type Row } from "./requirement";
import { REQUIREMENT_TEXTS } from "./requirement-texts";
import type { RequirementName } from "./schemas";

const ROWS: readonly Row[] = [
  { name: "reward", scopes: ["reward"], suffix: "01", judge: seen(isDone("Reward")) },
  {
    name: "redeem",
    scopes: ["redeem"],
    suffix: "01",
    judge: seen(isDone("RedeemUser", ({ hasPin }) => !hasPin)),
  },
  {
    name: "redeem_with_pin",
    scopes: ["redeem"],
    suffix: "02",
    judge: seen(isDone("RedeemUser", ({ hasPin }) => hasPin)),
  },
  {
    name: "refund_in_part",
    scopes: ["refund"],
    suffix: "01",
    judge: seen(isDone("Refund", ({ amount }) => amount !== null)),
  },
  { name: "return_goods", scopes: ["refund"], suffix: "01", judge: seen(isDone("ReturnReward")) },
  { name: "cancel", scopes: ["cancel"], suffix: "01", judge: seen(isDone("Cancel")) },
  {
    name: "deals",
    scopes: ["deals"],
    suffix: null,
    judge: readsSparingly,
  },
  {
    name: "reference_with_redemption",
    scopes: ["redeem"],
    suffix: null,
    judge: inTheLast("RedeemUser", ({ reference }) => reference !== null),
  },
  {
    name: "invoice_number",
    scopes: ["reward"],
    suffix: null,
    judge: inTheLast("Reward", hasOwnNumber),
  },
  {
    name: "invoice_number_with_redemption",
    scopes: ["redeem"],
    suffix: null,
    judge: inTheLast("RedeemUser", hasOwnNumber),
  },
  {
    name: "same_invoice",
    scopes: ["reward", "redeem"],
    takesAll: true,
    suffix: null,
    judge: paysFirst,
  },
  {
    name: "repeats_lost_answer",
    scopes: ["reward", "redeem", "refund"],
    suffix: "22",
    judge: afterEach(isFirstUnanswered("answer_lost"), repeatsUntilAnswered),
  },
  {
    name: "repeats_unavailable",
    scopes: MOVING_SCOPES,
    suffix: "21",
    judge: afterEach(
      (request, before) =>
        request.scenario !== "answer_lost" &&
        request.scenario !== "never_answered" &&
        isFirstRefusal(1902)(request, before),
      repeatsUntilAnswered,
    ),
  },
  {
    name: "waits_for_slow_answer",
    scopes: ["reward", "redeem"],
    suffix: "24",
    judge: afterEach(
      (request) =>
        request.scenario === "answer_slow" && isSale(request) && request.code === 0 && !request.isReplay,
      waitsOrRepeats,
    ),
  },
  {
    name: "waits_when_too_many",
    scopes: MOVING_SCOPES,
    suffix: "25",
    judge: afterEach(isFirstRefusal(1701), repeatsUntilAnswered),
  },
  {
    name: "cancels_after_giving_up",
    scopes: ["cancel"],
    suffix: "23",
    judge: eachOf(["Reward", "RedeemUser", "Settle"], (operation) =>
      afterEach(isFirstUnanswered("never_answered", operation), cancelsByReference),
    ),
  },
  {
    name: "sends_after_restart",
    scopes: ["reward", "redeem", "refund"],
    suffix: "22",
    judge: afterEach(isFirstUnanswered("answer_lost"), repeatsAfterRestart),
  },
  {
    name: "waits_for_person",
    scopes: ["reward", "redeem"],
    suffix: "33",
    judge: afterEach(
      (request, before) =>
        isMovement(request) &&
        (request.code === 1703 || request.code === 1704) &&
        isFirstAttempt(request, before),
      waitsForPerson,
    ),
  },
  {
    name: "refusals_not_repeated",
    scopes: MOVING_SCOPES,
    suffix: null,
    judge: neverRepeats({ isFinal, least: 3, window: 10 }),
  },
  {
    name: "insufficient_points",
    scopes: ["redeem"],
    suffix: "11",
    judge: orElse(afterEach(isNewRefusal(1301), doesNotRepeat), seen(isRefusedQuote(1301))),
  },
  { name: "wrong_pin", scopes: ["redeem"], suffix: "12", judge: asksAgainForPin(3) },
  {
    name: "pin_locked",
    scopes: ["redeem"],
    suffix: "13",
    judge: understandsLock(({ retryAfterSeconds }) => retryAfterSeconds !== null),
  },
  {
    name: "pin_needs_reset",
    scopes: ["redeem"],
    suffix: "14",
    judge: understandsLock(({ retryAfterSeconds }) => retryAfterSeconds === null),
  },
  {
    name: "reference_taken",
    scopes: ["reward", "redeem"],
    suffix: "15",
    judge: afterEach(isNewRefusal(1501), doesNotRepeat),
  },
  {
    name: "new_numbers_each_day",
    scopes: MOVING_SCOPES,
    isOptional: true,
    suffix: null,
    judge: usesNewReferences,
  },
  {
    name: "unknown_wallet",
    scopes: MOVING_SCOPES,
    suffix: null,
    judge: orElse(
      afterEach(isNewRefusal(1201), doesNotRepeat),
      seen(({ foundNobody }) => foundNobody),
    ),
  },
  {
    name: "arabic",
    scopes: MOVING_SCOPES,
    suffix: "11",
    judge: seenEach(
      (request) => isMovement(request) && request.language === "ar" && request.code === 0,
      (request) =>
        isMovement(request) && request.language === "ar" && request.code !== 0 && request.isAnswered,
    ),
  },
  {
    name: "no_liberties",
    scopes: ["reward", "redeem", "refund", "cancel", "deals"],
    suffix: null,
    judge: always({
      concerns: ({ operation, code }) => operation !== null && (code < 1101 || code > 1104),
      isRight: ({ liberties }) => liberties.length === 0,
      least: 20,
      window: 30,
    }),
  },
];

export const REQUIREMENTS: readonly Requirement[] = [...ROWS, ...OPTIONAL_ROWS].map((row) => {
  const { titleEn, titleAr, howEn, howAr, mendEn, mendAr } = REQUIREMENT_TEXTS[row.name];
  return {
    ...row,
    title: { en: titleEn, ar: titleAr },
    how: { en: howEn, ar: howAr },
    mend: { en: mendEn, ar: mendAr },
  };
});

/** The requirement as it is for a client that has shown these: no longer optional where one of them needs it. */
export function asNeeded(
  requirement: Requirement,
  shown: { has(name: RequirementName): boolean },
): Requirement {
  const { neededWith } = requirement;
  return neededWith !== undefined && shown.has(neededWith)
    ? { ...requirement, isOptional: false }
    : requirement;
}

/** The requirements that a client with these scopes is asked for. */
export function requirementsFor(scopes: readonly string[]): Requirement[] {
  return REQUIREMENTS.filter(({ scopes: needed, takesAll }) =>
    takesAll
      ? needed.every((scope) => scopes.includes(scope))
      : needed.some((scope) => scopes.includes(scope)),
  );
}
