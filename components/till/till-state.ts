import type { PortalError } from "@/components/kit/error";
import type { OperationFacts } from "@/components/operations/record";
import type { OperationOrder, OperationState } from "@/components/operations/run";
import { parseTypedNumber } from "@/components/ui/digits";
import type { PassedLimit, Posted, Quote, QuoteRequest } from "@/lib/areas/till/schemas";
import type { LookupAnswer, Sought, WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { codeIn, readScanned } from "./scanned-code";
import { EMPTY_DRAFT, type ServeDraft } from "./serve-draft";

/** The part below the till's box. */
export type TillStage =
  | { name: "ready" }
  /** The searched text may mean any of these. */
  | ({ name: "candidates" } & CandidateList)
  /** `coupon`: the number of a coupon of the wallet, where that was scanned. */
  | { name: "wallet"; walletId: number; coupon?: string }
  /** The service cannot be reached, so nobody knows whose code it is. */
  | { name: "offline"; code: string }
  /** A reward is kept on this device: for whom (null: a wallet without a name), of what bill, under which number. */
  | { name: "queued"; customer: string | null; value: number; sequence: number };

/** Panel over the till to refund, return or void. */
export type TillSheet =
  /** Asks for the number of a receipt. */
  | { name: "receipt" }
  /** Entries of the stage's customer. */
  | { name: "history"; walletId: number }
  | { name: "entry"; entryId: number };

/** Wallets to choose from, and what was typed to find them. */
export interface CandidateList {
  text: string;
  sought: Sought;
  candidates: readonly WalletCandidate[];
  hasMore: boolean;
}

/** Problem of the box: `nothing` was found, and how the text was read. */
export type BoxProblem = PortalError | "empty" | { nothing: Sought };

/** The quoted and confirmed bill. */
export type Bill = Extract<QuoteRequest, { operation: ServeDraft["mode"] }>;

/** A bill as it was confirmed, with what the operation needs beside it. */
interface Confirmed {
  bill: Bill;
  invoiceNumber: string;
  facts: OperationFacts;
  /** Under which a person let it go. */
  reference?: string;
}

/** The same bill was just paid at this branch: it takes a second confirmation. */
interface SecondAsked {
  bill: Bill;
  askedAtMs: number;
}

/** How far it has come with the customer of the stage. */
export type Serving =
  /** Nothing is confirmed. `problem`: why the last confirmation came to nothing. */
  | { phase: "open"; problem: PortalError | null; second: SecondAsked | null }
  /** Confirmed; a fresh quote for exactly this bill is being asked for. */
  | { phase: "deciding"; turn: number; confirmed: Confirmed; second: SecondAsked | null }
  /** Confirmed without a connection; the reward is being written to this device. */
  | { phase: "keeping"; turn: number; customer: string | null; value: number }
  /** The bill passes limits: another person is asked to approve. */
  | { phase: "approval"; confirmed: Confirmed; limits: readonly PassedLimit[]; isPinRequired: boolean }
  /** The customer's PIN is asked for. `refusal`: why the last one did not do. */
  | { phase: "pin"; confirmed: Confirmed; refusal: PortalError | null }
  /** On its way, or unknown. `isPinShown`: the dialog of the PIN stays open until there is an answer. */
  | { phase: "running"; turn: number; confirmed: Confirmed; isPinShown: boolean; state: OnItsWay }
  | { phase: "done"; posted: Posted };

/** The states of an operation that has no outcome yet. */
export type OnItsWay = Extract<OperationState, { status: "running" | "unknown" }>;

export interface TillState {
  stage: TillStage;
  /** Counts the customers, so that nothing of one is left for the next, even of the same wallet. */
  customer: number;
  draft: ServeDraft;
  box: { text: string; problem: BoxProblem | null };
  /** The number of a coupon that is nobody's yet: it waits for the customer who shows it. */
  coupon: string | null;
  /**
   * The look-up that is under way, and what was typed into the box behind its code: the bill, ahead of the customer. While there is one
   * nothing is confirmed for the customer of the stage.
   */
  lookup: { turn: number; code: string; ahead: string } | null;
  serving: Serving;
  sheet: TillSheet | null;
  /** When the operation was done or kept, in milliseconds of the page; null before. */
  finishedAtMs: number | null;
  /** Counts what was asked for. An answer to anything but the latest of its kind changes nothing. */
  turn: number;
}

export type TillEvent =
  | { type: "typed"; text: string }
  /** Enter in the box. */
  | { type: "submitted" }
  /** A code that was scanned or sent here, with what is to be done for it. */
  | { type: "scanned"; code: string; draft?: Partial<ServeDraft> }
  /** The code in the amount's box is the next customer's. */
  | { type: "nextAccepted" }
  | { type: "found"; turn: number; answer: LookupAnswer }
  | { type: "notFound"; turn: number; error: PortalError }
  /** A wallet was picked, not looked up; with an entry, the wallet of a receipt. */
  | { type: "picked"; walletId: number; entryId?: number }
  | { type: "next" }
  | { type: "edited"; changes: Partial<Omit<ServeDraft, "mode">> }
  | { type: "modeChosen"; mode: ServeDraft["mode"] }
  | { type: "confirmed"; branchId: number; wallet: ServedWallet }
  | { type: "quoted"; turn: number; quote: Quote }
  | { type: "notQuoted"; turn: number; error: PortalError }
  | { type: "pinGiven"; pin: string }
  /** The customer typed it on the display of the till: the server has it. */
  | { type: "pinGivenOnDisplay" }
  | { type: "pinLeft" }
  /** Another person approved the bill's breach of limits, under this reference. */
  | { type: "approved"; reference: string }
  | { type: "approvalLeft" }
  /** To give back, take back or void: this entry, or one that is still to be chosen. */
  | { type: "sheetOpened"; entryId?: number | undefined }
  | { type: "sheetClosed" }
  /** A receipt's number was typed into the sheet. */
  | { type: "entryFound"; walletId: number; entryId: number }
  /** Without a connection: the reward is confirmed for the code itself. */
  | { type: "keepConfirmed"; branchId: number }
  | { type: "kept"; turn: number; sequence: number }
  | { type: "notKept"; turn: number; error: PortalError }
  | { type: "operation"; turn: number; state: OperationState };

/** The till's facts of a wallet; the wallet itself is in the query cache. */
export interface ServedWallet {
  id: number;
  walletCode: string;
  name: string | null;
  balance: number;
}

/** Consequence of an event outside the state. Each that has a turn answers with an event of the same turn. */
export type TillEffect =
  | { type: "lookUp"; turn: number; code: string }
  | { type: "askQuote"; turn: number; bill: Bill; balance: number }
  | { type: "keep"; turn: number; order: OperationOrder<"reward"> }
  | { type: "start"; turn: number; order: OperationOrder<"reward"> | OperationOrder<"redeem"> }
  /** Nobody here waits for the operation any more. */
  | { type: "leave" }
  /** After a refusal the wallet may not be what it was. */
  | { type: "refreshWallets" };

/** Facts of the world at the time of an event. */
export interface Outside {
  nowMs: number;
  isConnected: boolean;
}

export interface Step {
  state: TillState;
  effects: readonly TillEffect[];
}

const READY: TillStage = { name: "ready" };
const EMPTY_BOX: TillState["box"] = { text: "", problem: null };
const OPEN: Serving = { phase: "open", problem: null, second: null };

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

/** A second Enter sooner than this was not meant for what has only just appeared. */
export const DECISION_MS_MIN = 500;
/** No currency has more; the amount's box says when there are too many. */
const AHEAD_DECIMALS = 3;
const PIN_CODES = ["1310", "1311", "1312"];

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

function only(state: TillState): Step {
  return { state, effects: [] };
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

function confirmed(
  state: TillState,
  { branchId, wallet }: Extract<TillEvent, { type: "confirmed" }>,
  { isConnected }: Outside,
): Step {
  const { draft, serving } = state;
  const { mode, value, invoiceNumber } = draft;
  const isFree = serving.phase === "open" && state.lookup === null;
  if (!isFree || draft.code !== null || typeof value !== "number") return only(state);
  const { id: walletId, name: walletName, walletCode, balance } = wallet;
  const facts = { walletId, walletName };
  if (!isConnected) {
    const open = { ...state, serving: { ...serving, problem: null } };
    return mode === "reward" ? keep(open, { walletCode, branchId, value, facts }) : only(open);
  }
  const bill: Bill = {
    operation: mode,
    branchId,
    walletCode,
    value,
    ...(mode === "reward" && invoiceOf(invoiceNumber)),
  };
  const turn = state.turn + 1;
  return {
    state: {
      ...state,
      turn,
      serving: {
        phase: "deciding",
        turn,
        confirmed: { bill, invoiceNumber, facts },
        second: serving.second,
      },
    },
    effects: [{ type: "askQuote", turn, bill, balance }],
  };
}

function keepConfirmed(state: TillState, branchId: number): Step {
  const { stage, draft, serving } = state;
  const { value } = draft;
  const isFree = serving.phase === "open" && state.lookup === null && draft.code === null;
  if (!isFree || stage.name !== "offline" || typeof value !== "number") return only(state);
  return keep(state, {
    walletCode: stage.code,
    branchId,
    value,
    facts: { walletId: null, walletName: null },
  });
}

function keep(
  state: TillState,
  { facts, ...fields }: { walletCode: string; branchId: number; value: number; facts: OperationFacts },
): Step {
  const turn = state.turn + 1;
  const request = { ...fields, ...invoiceOf(state.draft.invoiceNumber) };
  const customer = state.stage.name === "offline" ? state.stage.code : facts.walletName;
  return {
    state: { ...state, turn, serving: { phase: "keeping", turn, customer, value: fields.value } },
    effects: [{ type: "keep", turn, order: { operation: "reward", request, facts } }],
  };
}

/** The request of a confirmed bill. Quotes and operations send the same. */
export function requestOf({ bill, invoiceNumber }: Pick<Confirmed, "bill" | "invoiceNumber">) {
  const { branchId, walletCode, value } = bill;
  return { branchId, walletCode, value, ...invoiceOf(invoiceNumber) };
}

function start(
  state: TillState,
  confirmed: Confirmed,
  { pin, isPinOnDisplay = false }: { pin?: string; isPinOnDisplay?: boolean } = {},
): Step {
  const turn = state.turn + 1;
  const { facts, bill, reference } = confirmed;
  const { operation } = bill;
  const request = requestOf(confirmed);
  const order =
    operation === "reward"
      ? { operation, request, facts, ...(reference !== undefined && { reference }) }
      : {
          operation,
          request: {
            ...request,
            ...(pin !== undefined && { pin }),
            ...(isPinOnDisplay && { pinFromDisplay: true }),
          },
          facts,
          ...(reference !== undefined && { reference }),
        };
  const isPinShown = pin !== undefined || isPinOnDisplay;
  const running = { status: "running", isChecking: false } as const;
  return {
    state: {
      ...state,
      turn,
      serving: { phase: "running", turn, confirmed, isPinShown, state: running },
    },
    effects: [{ type: "start", turn, order }],
  };
}

/** Goes on with what a person let go, under the reference that it has since; with the customer's PIN, where it wants one. */
function approved(
  state: TillState,
  { confirmed: asked, isPinRequired }: InPhase<"approval">,
  reference: string,
): Step {
  const confirmed = { ...asked, reference };
  return isPinRequired
    ? only({ ...state, serving: { phase: "pin", confirmed, refusal: null } })
    : start(state, confirmed);
}

function invoiceOf(text: string): { invoiceNumber?: string } {
  const invoiceNumber = text.trim();
  return invoiceNumber === "" ? {} : { invoiceNumber };
}

type Answer = Extract<TillEvent, { type: "quoted" | "notQuoted" | "kept" | "notKept" | "operation" }>;

/** Answers to what was asked for the customer of the stage. Any other is of a person who has gone. */
function answered(state: TillState, event: Answer, outside: Outside): Step {
  const { serving } = state;
  if (!("turn" in serving) || serving.turn !== event.turn) return only(state);
  if (serving.phase === "deciding" && event.type === "quoted")
    return decided(state, serving, { quote: event.quote, nowMs: outside.nowMs });
  if (serving.phase === "deciding" && event.type === "notQuoted")
    return only(
      reopened(state, serving.confirmed.bill, {
        // The password is asked for over the page; what was typed is still there afterwards.
        problem: event.error.code === "unauthenticated" ? null : event.error,
        second: serving.second,
      }),
    );
  if (serving.phase === "keeping" && event.type === "kept") {
    const { customer, value } = serving;
    const stage: TillStage = { name: "queued", customer, value, sequence: event.sequence };
    return only({ ...state, stage, serving: OPEN, finishedAtMs: outside.nowMs });
  }
  if (serving.phase === "keeping" && event.type === "notKept")
    return only({ ...state, serving: { phase: "open", problem: event.error, second: null } });
  if (serving.phase === "running" && event.type === "operation")
    return followed(state, serving, { operation: event.state, nowMs: outside.nowMs });
  return only(state);
}

type InPhase<Phase extends Serving["phase"]> = Extract<Serving, { phase: Phase }>;

function decided(
  state: TillState,
  { confirmed, second }: InPhase<"deciding">,
  { quote, nowMs }: { quote: Quote; nowMs: number },
): Step {
  const { bill } = confirmed;
  const open = reopened(state, bill, { second });
  // Another customer's card may have been scanned meanwhile.
  if (quote.outcome === "refused" || state.lookup !== null) return only(open);
  if (quote.outcome === "approval")
    return only(
      isDrafted(state, bill)
        ? {
            ...state,
            serving: {
              phase: "approval",
              confirmed,
              limits: quote.limits,
              isPinRequired: quote.isPinRequired === true,
            },
          }
        : open,
    );
  const isSecond = second !== null && isSameBill(second.bill, bill);
  if (quote.sameJustNowAt !== null && !isSecond)
    return only(reopened(state, bill, { second: { bill, askedAtMs: nowMs } }));
  // This is the first one's bounce, not a second decision.
  if (isSecond && nowMs - second.askedAtMs < DECISION_MS_MIN) return only(open);
  if (bill.operation === "reward" || !quote.isPinRequired) return start(state, confirmed);
  return only(
    isDrafted(state, bill) ? { ...state, serving: { phase: "pin", confirmed, refusal: null } } : open,
  );
}

function followed(
  state: TillState,
  { confirmed, isPinShown, ...serving }: InPhase<"running">,
  { operation, nowMs }: { operation: OperationState; nowMs: number },
): Step {
  switch (operation.status) {
    case "idle":
      return only(state);
    case "running":
    case "unknown": {
      // A dialog that waits for a late answer would keep the next customer waiting as well.
      const isLate = operation.status === "unknown" || operation.isChecking;
      return only({
        ...state,
        serving: { ...serving, confirmed, isPinShown: isPinShown && !isLate, state: operation },
      });
    }
    case "done":
      return only({
        ...state,
        serving: { phase: "done", posted: operation.posted },
        finishedAtMs: nowMs,
      });
    case "refused": {
      const { error } = operation;
      const isPinWrong = isPinShown && PIN_CODES.includes(error.code);
      return {
        state: isPinWrong
          ? { ...state, serving: { phase: "pin", confirmed, refusal: error } }
          : reopened(state, confirmed.bill, { problem: error }),
        effects: [{ type: "refreshWallets" }],
      };
    }
  }
}

/** Free for another confirmation. Messages and questions about a bill hold while that bill still stands there. */
function reopened(
  state: TillState,
  bill: Bill,
  { problem = null, second = null }: { problem?: PortalError | null; second?: SecondAsked | null },
): TillState {
  return { ...state, serving: isDrafted(state, bill) ? { phase: "open", problem, second } : OPEN };
}

function isDrafted({ draft }: TillState, bill: Bill): boolean {
  return draft.mode === bill.operation && draft.value === bill.value;
}

function isSameBill(one: Bill, other: Bill): boolean {
  return (
    one.operation === other.operation &&
    one.value === other.value &&
    one.branchId === other.branchId &&
    one.walletCode === other.walletCode
  );
}
