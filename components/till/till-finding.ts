import { PortalError } from "@/components/kit/error";
import { parseTypedNumber } from "@/components/ui/digits";
import type { LookupAnswer } from "@/lib/areas/wallets/shown-schemas";
import { codeIn, readScanned } from "./scanned-code";
import { EMPTY_DRAFT, type ServeDraft, withoutParts } from "./serve-draft";
import {
  customerOf,
  EMPTY_BOX,
  edited,
  isBillTyped,
  isSameCustomer,
  isStarted,
  next,
  READY,
  resumed,
  show,
} from "./till-sale";
import {
  type BoxProblem,
  DECISION_MS_MIN,
  type Lookup,
  OPEN,
  type Outside,
  only,
  type SaleCustomer,
  type Step,
  type TillEvent,
  type TillState,
} from "./till-types";

/** No currency has more; the amount's box says when there are too many. */
const AHEAD_DECIMALS = 3;

/** The box was typed into. During a look-up its code stays, and what comes behind it is the bill's. */
export function typed(state: TillState, text: string): TillState {
  const { lookup, box } = state;
  if (lookup !== null && text.startsWith(box.text)) {
    const ahead = lookup.ahead + text.slice(box.text.length);
    return { ...state, lookup: { ...lookup, ahead } };
  }
  return { ...state, lookup: null, box: { text, problem: null } };
}

/** Enter in the box. During a look-up it ends the text typed ahead, and finds nothing else. */
export function submitted(state: TillState, atMs: number, outside: Outside): Step {
  const { box, finishedAtMs, lookup, left, stage } = state;
  if (lookup !== null) return only(state);
  if (box.text.trim() !== "") return find(state, box.text, outside);
  const [latest] = left;
  if (finishedAtMs === null)
    return latest !== undefined && stage.name === "ready"
      ? resumed(state, latest)
      : only({ ...state, box: { ...box, problem: "empty" } });
  return atMs - finishedAtMs > DECISION_MS_MIN ? next(state) : only(state);
}

export function scanned(
  state: TillState,
  { code, draft }: Extract<TillEvent, { type: "scanned" }>,
  outside: Outside,
): Step {
  return find(state, code, outside, { isScan: true, ...(draft !== undefined && { draft }) });
}

/** A key that came before the question was read accepts nothing, and none does for digits that a hand typed: they may be a bill or a PIN. */
export function nextAccepted(
  state: TillState,
  { keyAtMs, isBill }: Pick<Extract<TillEvent, { type: "nextAccepted" }>, "keyAtMs" | "isBill">,
  outside: Outside,
): Step {
  const { asked, draft } = state;
  if (state.serving.phase !== "open") return only(state);
  if (asked !== null && isUnread(asked.atMs, keyAtMs)) return only(state);
  if (asked?.found !== undefined) return found({ ...state, asked: null }, asked.code, asked.found, outside);
  if (asked !== null && !asked.isInBox) return find({ ...state, asked: null }, asked.code, outside);
  if (draft.code === null || (asked === null && keyAtMs !== null && isBill)) return only(state);
  return find({ ...state, asked: null, draft: { ...draft, value: null, code: null } }, draft.code, outside);
}

/** Whether a key came too soon after what it would decide about had appeared. */
export function isUnread(shownAtMs: number, keyAtMs: number | null): boolean {
  return keyAtMs !== null && keyAtMs - shownAtMs < DECISION_MS_MIN;
}

function find(
  state: TillState,
  wanted: string,
  { isConnected, nowMs }: Outside,
  { isScan = false, draft }: { isScan?: boolean; draft?: Partial<ServeDraft> } = {},
): Step {
  const code = readScanned(wanted);
  // A scanner that reads twice, or a second Enter, asks for what is being asked already.
  if (state.lookup?.code === code) return only(state);
  const box = { text: code, problem: null };
  if (!isConnected) {
    const isLeaving = isScan && isBillTyped(state) && !isSameCustomer(customerOf(state.stage), { code });
    if (isLeaving) return only({ ...state, asked: { code, atMs: nowMs }, lookup: null });
    return withDraft(showOffline({ ...state, box, lookup: null }, code), draft);
  }
  const turn = state.turn + 1;
  const lookup = { turn, code, ahead: "", isScan, ...(draft !== undefined && { draft }) };
  return {
    state: { ...state, box, turn, lookup, asked: null },
    effects: [{ type: "lookUp", turn, code }],
  };
}

/** The answer of the look-up, unless a bill that was confirmed before is still to be decided. */
export function lookedUp(
  state: TillState,
  lookup: Lookup,
  answer: LookupAnswer | PortalError,
  outside: Outside,
): Step {
  if (state.serving.phase === "deciding") return only({ ...state, lookup: { ...lookup, answer } });
  const { code, ahead, isScan, draft } = lookup;
  const free = { ...state, lookup: null };
  if (answer instanceof PortalError) return withAhead(withDraft(notFound(free, code, answer), draft), ahead);
  const stays = isScan && draft === undefined && answer.kind === "wallet";
  return stays && leadsAway(state, answer)
    ? only({ ...free, box: EMPTY_BOX, asked: { code, atMs: outside.nowMs, found: answer } })
    : withAhead(withDraft(found(free, code, answer, outside), draft), ahead);
}

/** Whether a scanned wallet, or the owner of a scanned coupon, would take the place of a customer who is being served. */
function leadsAway(state: TillState, { wallet, coupon }: Extract<LookupAnswer, { kind: "wallet" }>): boolean {
  const isServed = state.stage.name === "wallet" && state.finishedAtMs === null;
  if (!isServed || isSameCustomer(customerOf(state.stage), { walletId: wallet.id })) return false;
  return !isStarted(state) && (coupon !== undefined || isBillTyped(state));
}

/** Goes on with the answer of a look-up that waited for a decision. */
export function afterDecision({ state, effects }: Step, outside: Outside): Step {
  const { lookup, serving } = state;
  if (lookup?.answer === undefined || serving.phase === "deciding") return { state, effects };
  const { answer, ...asked } = lookup;
  const shown = lookedUp(state, asked, answer, outside);
  return { state: shown.state, effects: [...effects, ...shown.effects] };
}

/** A bill that was sent here is the customer's, whatever was typed before; among several, of the one who is picked. */
export function withDraft({ state, effects }: Step, draft: Partial<ServeDraft> | undefined): Step {
  if (draft === undefined) return { state, effects };
  if (state.stage.name === "candidates")
    return { state: { ...state, stage: { ...state.stage, draft } }, effects };
  return customerOf(state.stage) === null
    ? { state, effects }
    : { state: { ...edited(state, { ...EMPTY_DRAFT, ...draft }), serving: OPEN }, effects };
}

/** Text typed ahead of a customer is the customer's bill; where the look-up led to none, it is dropped. */
function withAhead({ state, effects }: Step, ahead: string): Step {
  const isBill = state.stage.name === "wallet" || state.stage.name === "offline";
  if (ahead.trim() === "" || !isBill) return { state, effects };
  const value = parseTypedNumber(ahead, { decimals: AHEAD_DECIMALS });
  return { state: edited(state, { value, code: codeIn(ahead) }), effects };
}

function found(state: TillState, code: string, answer: LookupAnswer, { nowMs }: Outside): Step {
  switch (answer.kind) {
    case "candidates": {
      const { sought, candidates, hasMore } = answer;
      return show(state, { name: "candidates", shownAtMs: nowMs, text: code, sought, candidates, hasMore });
    }
    case "nothing":
      return only(kept(state, code, { nothing: answer.sought }));
    case "wallet":
      if (answer.coupon !== undefined && isOnBill(state, { walletId: answer.wallet.id }))
        return only(onBill(state, answer.coupon));
      return show(
        state,
        {
          ...{ name: "wallet", walletId: answer.wallet.id },
          ...(answer.coupon === undefined ? {} : { coupon: answer.coupon, couponScan: state.turn }),
        },
        code,
      );
    case "coupon":
      return nobodysCoupon(state, answer.number);
    case "entry":
      return showEntry(state, { walletId: answer.wallet.id, entryId: answer.entryId });
  }
}

/** Whether a coupon that the customer shows is one of the bill that is typed for them. */
function isOnBill(state: TillState, customer: SaleCustomer | null): boolean {
  const { stage, draft } = state;
  const isServed = stage.name === "wallet" && isSameCustomer(customerOf(stage), customer);
  return isServed && isBillTyped(state) && draft.mode === "reward" && state.serving.phase === "open";
}

function onBill(state: TillState, coupon: string): TillState {
  const { stage, draft } = state;
  const coupons = draft.coupons.includes(coupon) ? draft.coupons : [...draft.coupons, coupon];
  const shown = stage.name === "wallet" ? { ...stage, coupon } : stage;
  return { ...edited(state, { coupons }), stage: shown, box: EMPTY_BOX };
}

/** The coupon is the served customer's; where there is none, the next customer's. */
function nobodysCoupon(state: TillState, coupon: string): Step {
  const { stage, finishedAtMs } = state;
  if (isOnBill(state, customerOf(stage))) return only(onBill(state, coupon));
  if (stage.name === "wallet" && finishedAtMs === null)
    return only({ ...state, stage: { ...stage, coupon, couponScan: state.turn }, box: EMPTY_BOX });
  const { state: ready, effects } = next(state);
  return { state: { ...ready, coupon }, effects };
}

/** The customer of a receipt, with what can be done about the receipt's entry. */
export function showEntry(
  state: TillState,
  { walletId, entryId }: { walletId: number; entryId: number },
): Step {
  const { state: shown, effects } = show(state, { name: "wallet", walletId });
  return { state: { ...shown, sheet: { name: "entry", entryId } }, effects };
}

function notFound(state: TillState, code: string, error: PortalError): Step {
  if (error.isOutcomeUnknown) return showOffline(state, code);
  // The password is asked for over the page; the code is still there afterwards.
  return only(kept(state, code, error.code === "unauthenticated" ? null : error));
}

/** The code stays in the box, to be mended. */
function kept(state: TillState, code: string, problem: BoxProblem | null): TillState {
  return {
    ...state,
    // Now that it is known to be no wallet's, nothing is kept for it.
    ...(state.stage.name === "offline" && { stage: READY, serving: OPEN }),
    box: { text: code, problem },
  };
}

/** Without a connection there are rewards only, and what a person wanted to pay is no bill. */
function showOffline(state: TillState, code: string): Step {
  const { state: shown, effects } = show(state, { name: "offline", code });
  const draft = shown.draft.mode === "reward" ? withoutParts(shown.draft) : EMPTY_DRAFT;
  return { state: { ...shown, draft }, effects };
}
