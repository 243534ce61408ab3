import type { PortalError } from "@/components/kit/error";
import type { OperationFacts } from "@/components/operations/record";
import type { OperationOrder, OperationState } from "@/components/operations/run";
import type { Quote } from "@/lib/areas/till/schemas";
import { billOf, invoiceOf, isSameBill, movementOf } from "./bill-of";
import { hasParts, type ServeDraft } from "./serve-draft";
import {
  type Bill,
  type Confirmed,
  DECISION_MS_MIN,
  OPEN,
  type Outside,
  only,
  type SecondAsked,
  type Serving,
  type Step,
  type TillEvent,
  type TillStage,
  type TillState,
} from "./till-types";

const PIN_CODES = ["1310", "1311", "1312"];

export function confirmed(
  state: TillState,
  { branchId, wallet, atMs }: Extract<TillEvent, { type: "confirmed" }>,
  { isConnected }: Outside,
): Step {
  const { draft, serving } = state;
  const { value, invoiceNumber } = draft;
  if (serving.phase !== "open" || !isFree(state) || typeof value !== "number") return only(state);
  const { id: walletId, name: walletName, walletCode, balance } = wallet;
  const facts = { walletId, walletName };
  if (!isConnected) {
    const open = { ...state, serving: { ...serving, problem: null } };
    return isKept(draft) ? keep(open, { walletCode, branchId, value, facts }) : only(open);
  }
  const bill = billOf(draft, { branchId, walletCode });
  if (bill === null) return only(state);
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
        atMs,
      },
    },
    effects: [{ type: "askQuote", turn, bill, balance }],
  };
}

/** Whether a confirmed bill is kept while there is no connection: rewards alone are. */
export function isKept(draft: ServeDraft): boolean {
  return draft.mode === "reward" && !hasParts(draft);
}

/** Whether the bill can be confirmed: no other customer is being looked up or asked about. */
function isFree({ lookup, asked, draft }: TillState): boolean {
  return lookup === null && asked === null && draft.code === null;
}

export function keepConfirmed(
  state: TillState,
  { branchId, isByMobile = false }: { branchId: number; isByMobile?: boolean },
): Step {
  const { stage, serving } = state;
  const { value } = state.draft;
  const isOpen = serving.phase === "open" && isFree(state);
  if (!isOpen || stage.name !== "offline" || typeof value !== "number") return only(state);
  return keep(state, {
    walletCode: stage.code,
    branchId,
    value,
    facts: { walletId: null, walletName: null, ...(isByMobile && { isByMobile }) },
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

export function start(
  state: TillState,
  confirmed: Confirmed,
  { pin, isPinOnDisplay = false }: { pin?: string; isPinOnDisplay?: boolean } = {},
): Step {
  const turn = state.turn + 1;
  const { facts, reference } = confirmed;
  const { operation, request } = movementOf(confirmed);
  const proof = { ...(pin !== undefined && { pin }), ...(isPinOnDisplay && { pinFromDisplay: true }) };
  // A reward wants no proof, and is never given one.
  const order = {
    ...{ operation, facts, request: { ...request, ...proof } },
    ...(reference !== undefined && { reference }),
  } as OperationOrder;
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
export function approved(
  state: TillState,
  { confirmed: asked, isPinRequired }: InPhase<"approval">,
  reference: string,
): Step {
  const confirmed = { ...asked, reference };
  return isPinRequired
    ? only({ ...state, serving: { phase: "pin", confirmed, refusal: null } })
    : start(state, confirmed);
}

type Answer = Extract<TillEvent, { type: "quoted" | "notQuoted" | "kept" | "notKept" | "operation" }>;

/** Answers to what was asked for the customer of the stage. Any other is of a person who has gone. */
export function answered(state: TillState, event: Answer, outside: Outside): Step {
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

/** Whether a quote refuses the bill, or a part of it: the bill is settled whole, or not at all. */
export function isRefused(quote: Quote): boolean {
  return (
    quote.outcome === "refused" || (quote.outcome === "possible" && (quote.bill?.leftOut.length ?? 0) > 0)
  );
}

function decided(
  state: TillState,
  { confirmed: asked, second, atMs }: InPhase<"deciding">,
  { quote, nowMs }: { quote: Quote; nowMs: number },
): Step {
  const { bill } = asked;
  const open = reopened(state, bill, { second });
  if (quote.outcome === "refused" || isRefused(quote)) return only(open);
  const parts = quote.outcome === "possible" ? quote.bill : null;
  const confirmed = parts ? { ...asked, paid: parts.paid } : asked;
  // When another card was scanned meanwhile nothing is asked: the bill is carried out as it is, or waits with its customer.
  const isAskable = isDrafted(state, bill) && state.lookup === null;
  if (quote.outcome === "approval")
    return only(
      isAskable
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
  if (isSecond && atMs - second.askedAtMs < DECISION_MS_MIN) return only(open);
  if (bill.operation === "reward" || !quote.isPinRequired) return start(state, confirmed);
  return only(isAskable ? { ...state, serving: { phase: "pin", confirmed, refusal: null } } : open);
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
  const drafted = billOf(draft, bill);
  return drafted !== null && isSameBill(drafted, bill);
}
