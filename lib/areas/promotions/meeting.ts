import type { PromotionView } from "./promotion-view";

type Meeting = Pick<PromotionView, "merchantId" | "startsAt" | "endsAt" | "rule">;
type Rule = Meeting["rule"];
const DAY_MINUTES = 24 * 60;

/** Whether two may be asked about one bill: at one time, at one branch, on one weekday at one hour, for one tier, through one channel. Pure. */
export function meet(one: Meeting, other: Meeting): boolean {
  const isAtOnce = one.startsAt < other.endsAt && other.startsAt < one.endsAt;
  const isOneMerchant =
    one.merchantId === null || other.merchantId === null || one.merchantId === other.merchantId;
  return (
    isAtOnce &&
    isOneMerchant &&
    share(one.rule.branchIds, other.rule.branchIds) &&
    share(one.rule.merchantIds, other.rule.merchantIds) &&
    share(one.rule.segmentIds, other.rule.segmentIds) &&
    share(one.rule.ratePlans.map(folded), other.rule.ratePlans.map(folded)) &&
    share(one.rule.channels, other.rule.channels) &&
    shareDays(one.rule, other.rule) &&
    shareHours(one.rule.hours, other.rule.hours)
  );
}

/** Whether two that meet act together; otherwise the one that gives more does. Pure. */
export function addUp(one: Pick<Meeting, "rule">, other: Pick<Meeting, "rule">, stack: boolean): boolean {
  return stack && one.rule.stacks && other.rule.stacks;
}

const folded = (plan: string) => plan.toLowerCase();

/** An empty list is any. */
function share<Value>(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((value) => other.includes(value));
}

/** Hours after midnight are of another day: such rules may meet on any. */
function shareDays(one: Rule, other: Rule): boolean {
  const isOverMidnight = [one, other].some(({ hours }) => hours !== null && hours.from >= hours.to);
  return isOverMidnight || share(one.weekdays, other.weekdays);
}

/** No hours are any; hours that end before they begin go on after midnight. */
function shareHours(one: Rule["hours"], other: Rule["hours"]): boolean {
  return spansOf(one).some(([from, to]) =>
    spansOf(other).some(([begins, ends]) => from < ends && begins < to),
  );
}

function spansOf(hours: Rule["hours"]): readonly (readonly [from: number, to: number])[] {
  if (hours === null) return [[0, DAY_MINUTES]];
  const { from, to } = hours;
  if (from < to) return [[from, to]];
  return [
    [from, DAY_MINUTES],
    [0, to],
  ];
}
