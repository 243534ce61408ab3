import { readCouponNumber } from "@/lib/platform/coupon-number";
import { EMPTY_DRAFT } from "./serve-draft";
import {
  afterDecision,
  isUnread,
  lookedUp,
  nextAccepted,
  scanned,
  showEntry,
  submitted,
  typed,
  withDraft,
} from "./till-finding";
import {
  customerOf,
  EMPTY_BOX,
  edited,
  isSameCustomer,
  modeChosen,
  next,
  READY,
  resumed,
  show,
  waitingWith,
} from "./till-sale";
import { answered, approved, confirmed, keepConfirmed, start } from "./till-serving";
import {
  type AskedNext,
  OPEN,
  type Outside,
  only,
  type Step,
  type TillEvent,
  type TillState,
} from "./till-types";

export const INITIAL_TILL: TillState = {
  stage: READY,
  customer: 0,
  draft: EMPTY_DRAFT,
  name: null,
  left: [],
  isRestored: false,
  asked: null,
  box: EMPTY_BOX,
  coupon: null,
  lookup: null,
  serving: OPEN,
  sheet: null,
  isActed: false,
  finishedAtMs: null,
  turn: 0,
};

export function step(state: TillState, event: TillEvent, outside: Outside): Step {
  switch (event.type) {
    case "typed":
      return only(typed(state, event.text));
    case "submitted":
      return submitted(state, event.atMs, outside);
    case "scanned":
      return scanned(state, event, outside);
    case "codeTyped":
      return only(asking(edited(state, { code: event.code }), { code: event.code, isInBox: true }, outside));
    case "nextAsked":
      // A coupon's number proves itself: it joins the bill, or its owner is asked about.
      if (readCouponNumber(event.code) !== null)
        return scanned(state, { ...event, type: "scanned" }, outside);
      return only(asking(state, { code: event.code }, outside));
    case "nextAccepted":
      return nextAccepted(state, event, outside);
    case "nextDeclined":
      return only({ ...state, asked: null, draft: { ...state.draft, code: null } });
    case "found":
      return lookUpAnswered(state, event.turn, event.answer, outside);
    case "notFound":
      return lookUpAnswered(state, event.turn, event.error, outside);
    case "known":
      return only(isSameCustomer(customerOf(state.stage), event) ? { ...state, name: event.name } : state);
    case "restored":
      return only(waitingWith(state, event.left));
    case "resumed":
      return resumed(state, event.sale);
    case "dropped":
      return only({ ...state, left: state.left.filter((sale) => sale !== event.sale) });
    case "picked":
      return picked(state, event);
    case "next":
      return next(state);
    case "edited":
      return only(edited(state, event.changes));
    case "modeChosen":
      return only(modeChosen(state, event.mode));
    case "confirmed":
      return confirmed(state, event, outside);
    case "keepConfirmed":
      return keepConfirmed(state, event);
    case "pinGiven":
      return withPin(state, { pin: event.pin });
    case "pinGivenOnDisplay":
      return withPin(state, { isPinOnDisplay: true });
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
    case "acted":
      return only({ ...state, isActed: true });
    case "sheetClosed":
      return only(sheetClosed(state));
    case "entryFound":
      return showEntry(state, event);
    default:
      return afterDecision(answered(state, event, outside), outside);
  }
}

function picked(state: TillState, event: Extract<TillEvent, { type: "picked" }>): Step {
  const { walletId, entryId, keyAtMs = null } = event;
  const { stage } = state;
  const list = stage.name === "candidates" ? stage : null;
  if (list !== null && isUnread(list.shownAtMs, keyAtMs)) return only(state);
  return entryId === undefined
    ? withDraft(show(state, { name: "wallet", walletId }), list?.draft)
    : showEntry(state, { walletId, entryId });
}

function lookUpAnswered(
  state: TillState,
  turn: number,
  answer: Parameters<typeof lookedUp>[2],
  outside: Outside,
): Step {
  return turn === state.lookup?.turn ? lookedUp(state, state.lookup, answer, outside) : only(state);
}

function asking(state: TillState, asked: Omit<AskedNext, "atMs">, { nowMs }: Outside): TillState {
  return { ...state, asked: { ...asked, atMs: nowMs } };
}

function withPin(state: TillState, pin: { pin?: string; isPinOnDisplay?: boolean }): Step {
  return state.serving.phase === "pin" ? start(state, state.serving.confirmed, pin) : only(state);
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

/** The result of before no longer stands once something was done in the sheet: the customer's card is shown again. */
function sheetClosed(state: TillState): TillState {
  const isOutdated = state.isActed && state.serving.phase === "done";
  return {
    ...state,
    sheet: null,
    ...(isOutdated && {
      serving: OPEN,
      draft: EMPTY_DRAFT,
      finishedAtMs: null,
      customer: state.customer + 1,
    }),
  };
}

/** A confirmed operation on its way comes first. */
function sheetOpened(state: TillState, entryId: number | undefined): TillState {
  const { stage, serving } = state;
  if (serving.phase !== "open" && serving.phase !== "done") return state;
  if (entryId !== undefined) return { ...state, sheet: { name: "entry", entryId } };
  const isKnown = stage.name === "wallet";
  return { ...state, sheet: isKnown ? { name: "history", walletId: stage.walletId } : { name: "receipt" } };
}
