import type { PortalError } from "@/components/kit/error";
import { parseTypedNumber } from "@/components/ui/digits";
import type { LookupAnswer } from "@/lib/areas/wallets/shown-schemas";
import { codeIn, readScanned } from "./scanned-code";
import { EMPTY_DRAFT, type ServeDraft } from "./serve-draft";
import { answered, approved, confirmed, keepConfirmed, start } from "./till-serving";
import {
  type BoxProblem,
  DECISION_MS_MIN,
  OPEN,
  type Outside,
  only,
  type Step,
  type TillEvent,
  type TillStage,
  type TillState,
} from "./till-types";

const READY: TillStage = { name: "ready" };
const EMPTY_BOX: TillState["box"] = { text: "", problem: null };

export const INITIAL_TILL: TillState = {
  stage: READY,
  customer: 0,
  draft: EMPTY_DRAFT,
  box: EMPTY_BOX,
  coupon: null,
  lookup: null,
  serving: OPEN,
  sheet: null,
  finishedAtMs: null,
  turn: 0,
};

/** No currency has more; the amount's box says when there are too many. */
const AHEAD_DECIMALS = 3;

/**
 * The till, as a pure function. A new customer replaces the one before only when found, and the one before can no longer be
 * served from the moment of the scan. Every decision is made on a quote for exactly what is confirmed, and confirming twice
 * is confirming once.
 */
export function step(state: TillState, event: TillEvent, outside: Outside): Step {
  switch (event.type) {
    case "typed":
      return only(typed(state, event.text));
    case "submitted":
      return submitted(state, outside);
    case "scanned":
      return scanned(state, event, outside);
    case "nextAccepted":
      return nextAccepted(state, outside);
    case "found":
      return event.turn === state.lookup?.turn
        ? withAhead(found({ ...state, lookup: null }, state.lookup.code, event.answer), state.lookup.ahead)
        : only(state);
    case "notFound":
      return event.turn === state.lookup?.turn
        ? withAhead(notFound({ ...state, lookup: null }, state.lookup.code, event.error), state.lookup.ahead)
        : only(state);
    case "picked":
      return event.entryId === undefined
        ? show(state, { name: "wallet", walletId: event.walletId })
        : showEntry(state, { walletId: event.walletId, entryId: event.entryId });
    case "next":
      return next(state);
    case "edited":
      return only(edited(state, event.changes));
    case "modeChosen":
      return only(modeChosen(state, event.mode));
    case "confirmed":
      return confirmed(state, event, outside);
    case "keepConfirmed":
      return keepConfirmed(state, event.branchId);
    case "pinGiven":
      return state.serving.phase === "pin"
        ? start(state, state.serving.confirmed, { pin: event.pin })
        : only(state);
    case "pinGivenOnDisplay":
      return state.serving.phase === "pin"
        ? start(state, state.serving.confirmed, { isPinOnDisplay: true })
        : only(state);
    case "approved":
      return state.serving.phase === "approval"
        ? approved(state, state.serving, event.reference)
        : only(state);
    case "approvalLeft":
      return only(state.serving.phase === "approval" ? { ...state, serving: OPEN } : state);
    case "pinLeft":
      return only(state.serving.phase === "pin" ? { ...state, serving: OPEN } : state);
    case "sheetOpened":
      return only(sheetOpened(state, event.entryId));
    case "sheetClosed":
      return only({ ...state, sheet: null });
    case "entryFound":
      return showEntry(state, event);
    default:
      return answered(state, event, outside);
  }
}

/** Whether the till waits for the next customer: its box takes the focus. */
export function isWaiting({ stage, finishedAtMs }: TillState): boolean {
  return finishedAtMs !== null || stage.name === "ready";
}

/** Whether an amount is being typed for the customer of the stage. */
export function isTyping({ draft, serving }: TillState): boolean {
  const isSent = serving.phase === "done" || (serving.phase === "running" && !serving.isPinShown);
  return draft.value !== null && !isSent;
}

/** Whether the bill that stands there waits for a second confirmation. */
export function isSecondAsked({ serving }: TillState): boolean {
  return (serving.phase === "open" || serving.phase === "deciding") && serving.second !== null;
}

/** The box was typed into. During a look-up its code stays, and what comes behind it is the bill's. */
function typed(state: TillState, text: string): TillState {
  const { lookup, box } = state;
  if (lookup !== null && text.startsWith(box.text)) {
    const ahead = lookup.ahead + text.slice(box.text.length);
    return { ...state, lookup: { ...lookup, ahead } };
  }
  return { ...state, lookup: null, box: { text, problem: null } };
}

/** Enter in the box. During a look-up it ends what was typed ahead, and finds nothing else. */
function submitted(state: TillState, outside: Outside): Step {
  const { box, finishedAtMs, lookup } = state;
  if (lookup !== null) return only(state);
  if (box.text.trim() !== "") return find(state, box.text, outside);
  if (finishedAtMs === null) return only({ ...state, box: { ...box, problem: "empty" } });
  return outside.nowMs - finishedAtMs > DECISION_MS_MIN ? next(state) : only(state);
}

function scanned(
  state: TillState,
  { code, draft }: Extract<TillEvent, { type: "scanned" }>,
  outside: Outside,
): Step {
  if (draft === undefined) return find(state, code, outside);
  // The bill is the one of this customer, whatever was typed or done for the one before.
  const left = isStarted(state) ? next(state) : only(state);
  const { state: found, effects } = find(
    { ...left.state, draft: { ...left.state.draft, ...draft }, serving: OPEN },
    code,
    outside,
  );
  return { state: found, effects: [...left.effects, ...effects] };
}

function nextAccepted(state: TillState, outside: Outside): Step {
  const { code } = state.draft;
  if (code === null || state.serving.phase !== "open") return only(state);
  return find({ ...state, draft: { ...state.draft, value: null, code: null } }, code, outside);
}

function find(state: TillState, wanted: string, { isConnected }: Outside): Step {
  const code = readScanned(wanted);
  // A scanner that reads twice, or a second Enter, asks for what is being asked already.
  if (state.lookup?.code === code) return only(state);
  const box = { text: code, problem: null };
  if (!isConnected) return showOffline({ ...state, box, lookup: null }, code);
  const turn = state.turn + 1;
  return {
    state: { ...state, box, turn, lookup: { turn, code, ahead: "" } },
    effects: [{ type: "lookUp", turn, code }],
  };
}

/** Text typed ahead of a customer is the customer's bill; where the look-up led to none, it is dropped. */
function withAhead({ state, effects }: Step, ahead: string): Step {
  const isBill = state.stage.name === "wallet" || state.stage.name === "offline";
  if (ahead.trim() === "" || !isBill) return { state, effects };
  const value = parseTypedNumber(ahead, { decimals: AHEAD_DECIMALS });
  return { state: edited(state, { value, code: codeIn(ahead) }), effects };
}

function found(state: TillState, code: string, answer: LookupAnswer): Step {
  switch (answer.kind) {
    case "candidates": {
      const { sought, candidates, hasMore } = answer;
      return show(state, { name: "candidates", text: code, sought, candidates, hasMore });
    }
    case "nothing":
      return only(kept(state, code, { nothing: answer.sought }));
    case "wallet":
      return show(state, {
        ...{ name: "wallet", walletId: answer.wallet.id },
        ...(answer.coupon === undefined ? {} : { coupon: answer.coupon }),
      });
    case "coupon":
      return nobodysCoupon(state, answer.number);
    case "entry":
      return showEntry(state, { walletId: answer.wallet.id, entryId: answer.entryId });
  }
}

/** The coupon is the served customer's; where there is none, the next customer's. */
function nobodysCoupon(state: TillState, coupon: string): Step {
  const { stage, finishedAtMs } = state;
  if (stage.name === "wallet" && finishedAtMs === null)
    return only({ ...state, stage: { ...stage, coupon }, box: EMPTY_BOX });
  const { state: ready, effects } = next(state);
  return { state: { ...ready, coupon }, effects };
}

/** The customer of a receipt, with what can be done about the receipt's entry. */
function showEntry(state: TillState, { walletId, entryId }: { walletId: number; entryId: number }): Step {
  const { state: shown, effects } = show(state, { name: "wallet", walletId });
  return { state: { ...shown, sheet: { name: "entry", entryId } }, effects };
}

/** A confirmed operation on its way comes first. */
function sheetOpened(state: TillState, entryId: number | undefined): TillState {
  const { stage, serving } = state;
  if (serving.phase !== "open" && serving.phase !== "done") return state;
  if (entryId !== undefined) return { ...state, sheet: { name: "entry", entryId } };
  const isKnown = stage.name === "wallet";
  return { ...state, sheet: isKnown ? { name: "history", walletId: stage.walletId } : { name: "receipt" } };
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

function next(state: TillState): Step {
  const { state: ready, effects } = show(state, READY);
  return { state: { ...ready, draft: EMPTY_DRAFT, coupon: null }, effects };
}

function show(state: TillState, stage: TillStage): Step {
  const isWallet = stage.name === "wallet";
  const shown = {
    ...state,
    stage: isWallet && state.coupon !== null ? { coupon: state.coupon, ...stage } : stage,
    coupon: isWallet ? null : state.coupon,
    ...{ box: EMPTY_BOX, sheet: null },
  };
  if (state.finishedAtMs === null && isSameCustomer(state.stage, stage)) return only(shown);
  return {
    state: {
      ...shown,
      customer: state.customer + 1,
      // A bill confirmed for one customer is not the next one's.
      draft: isStarted(state) ? EMPTY_DRAFT : state.draft,
      serving: OPEN,
      finishedAtMs: null,
    },
    effects: state.serving.phase === "running" ? [{ type: "leave" }] : [],
  };
}

/** Without a connection there are rewards only, and what a person wanted to pay is no bill. */
function showOffline(state: TillState, code: string): Step {
  const { state: shown, effects } = show(state, { name: "offline", code });
  return { state: { ...shown, draft: shown.draft.mode === "reward" ? shown.draft : EMPTY_DRAFT }, effects };
}

function isSameCustomer(one: TillStage, other: TillStage): boolean {
  if (one.name === "wallet" && other.name === "wallet") return one.walletId === other.walletId;
  return one.name === "offline" && other.name === "offline" && one.code === other.code;
}

/** Whether something was carried out or sent for the customer of the stage. */
function isStarted({ serving, finishedAtMs }: TillState): boolean {
  return finishedAtMs !== null || serving.phase === "running" || serving.phase === "keeping";
}

function edited(state: TillState, changes: Partial<ServeDraft>): TillState {
  const draft = { ...state.draft, ...changes };
  const isSameBill = draft.mode === state.draft.mode && draft.value === state.draft.value;
  const { phase } = state.serving;
  // Messages and questions were about the bill as it stood.
  const isOutdated = !isSameBill && (phase === "open" || phase === "pin" || phase === "approval");
  return { ...state, draft, ...(isOutdated && { serving: OPEN }) };
}

function modeChosen(state: TillState, mode: ServeDraft["mode"]): TillState {
  if (state.serving.phase === "running") return state;
  if (state.serving.phase !== "done") return edited(state, { mode });
  return { ...state, draft: { ...EMPTY_DRAFT, mode }, serving: OPEN, finishedAtMs: null };
}
