import type { PortalError } from "@/components/kit/error";
import type { OperationFacts } from "@/components/operations/record";
import type { OperationOrder, OperationState } from "@/components/operations/run";
import type { PassedLimit, Posted, Quote, QuoteRequest } from "@/lib/areas/till/schemas";
import type { LookupAnswer, Sought, WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import type { ServeDraft } from "./serve-draft";

/** The part below the till's box. */
export type TillStage =
  | { name: "ready" }
  /** The searched text may mean any of these. */
  | ({ name: "candidates"; shownAtMs: number } & CandidateList)
  /** `coupon`: the number of a coupon of the wallet, where that was scanned; `couponScan` counts its scans. */
  | { name: "wallet"; walletId: number; coupon?: string; couponScan?: number }
  /** The service cannot be reached, so nobody knows whose code it is. */
  | { name: "offline"; code: string }
  /** A reward is kept on this device: for whom (null: a wallet without a name), of what bill, under which number. */
  | { name: "queued"; customer: string | null; value: number; sequence: number };

/** The customer of a sale: a wallet, or a code that could not be looked up. */
export type SaleCustomer = { walletId: number } | { code: string };

/** A sale that was left before it was confirmed, and waits until the cashier continues or removes it. */
export interface LeftSale {
  customer: SaleCustomer;
  /** The customer's first name, where it is known. */
  name: string | null;
  draft: ServeDraft;
}

/** A scanned code that would lead away from a bill. `found`: the wallet that it is of, where that was looked up. */
export interface AskedNext {
  code: string;
  /** In milliseconds of the page. */
  atMs: number;
  /** The code stands in the bill's box, in place of a bill. */
  isInBox?: true;
  found?: Extract<LookupAnswer, { kind: "wallet" }>;
}

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
  /** Sent here for the customer who is picked. */
  draft?: Partial<ServeDraft>;
}

/** Problem of the box: `nothing` was found, and how the text was read. */
export type BoxProblem = PortalError | "empty" | { nothing: Sought };

/** The quoted and confirmed bill. */
export type Bill = Extract<QuoteRequest, { operation: "reward" | "redeem" | "bill" }>;

/** A bill as it was confirmed, with what the operation needs beside it. */
export interface Confirmed {
  bill: Bill;
  invoiceNumber: string;
  facts: OperationFacts;
  /** The part of a bill that points pay by its last quote, in currency units. */
  paid?: number;
  /** Under which a person let it go. */
  reference?: string;
}

/** The same bill was just paid at this branch: it takes a second confirmation. */
export interface SecondAsked {
  bill: Bill;
  askedAtMs: number;
}

/** How far it has come with the customer of the stage. */
export type Serving =
  /** Nothing is confirmed. `problem`: why the last confirmation came to nothing. */
  | { phase: "open"; problem: PortalError | null; second: SecondAsked | null }
  /** Confirmed; a fresh quote for exactly this bill is being asked for. */
  | { phase: "deciding"; turn: number; confirmed: Confirmed; second: SecondAsked | null; atMs: number }
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
  /** The first name of the stage's customer, once it is known. */
  name: string | null;
  /** Sales that wait, the latest first. */
  left: readonly LeftSale[];
  /** Whether those of earlier pages are among them. */
  isRestored: boolean;
  /** A code was scanned beside a typed bill: whether it is the next customer is asked, and meanwhile nothing is confirmed. */
  asked: AskedNext | null;
  box: { text: string; problem: BoxProblem | null };
  /** The number of a coupon that is nobody's yet: it waits for the customer who shows it. */
  coupon: string | null;
  /**
   * The look-up that is under way, and the text typed into the box behind its code: the bill, ahead of the customer. While there is one
   * nothing is confirmed for the customer of the stage.
   */
  lookup: Lookup | null;
  serving: Serving;
  sheet: TillSheet | null;
  /** Whether points of the stage's customer were given back or taken back in a sheet. */
  isActed: boolean;
  /** When the operation was done or kept, in milliseconds of the page; null before. */
  finishedAtMs: number | null;
  /** Counts what was asked for. An answer to anything but the latest of its kind changes nothing. */
  turn: number;
}

export interface Lookup {
  turn: number;
  code: string;
  ahead: string;
  isScan: boolean;
  /** Sent here for the customer. */
  draft?: Partial<ServeDraft>;
  /** An answer that waits: a bill that was confirmed before is decided first. */
  answer?: LookupAnswer | PortalError;
}

export type TillEvent =
  | { type: "typed"; text: string }
  /** Enter in the box, at that time in milliseconds of the page. */
  | { type: "submitted"; atMs: number }
  /** A code that was scanned or sent here, with what is to be done for it. */
  | { type: "scanned"; code: string; draft?: Partial<ServeDraft> }
  /** The bill's box was given a code: see {@link AskedNext}. */
  | { type: "nextAsked"; code: string }
  /** A scanner's code stands in the bill's box. */
  | { type: "codeTyped"; code: string }
  /** The code that was asked about is the next customer's. `keyAtMs`: by Enter in a field, at that time; null: by a press. */
  /** `isBill`: the digits in the bill's box may be one. */
  | { type: "nextAccepted"; keyAtMs: number | null; isBill: boolean }
  | { type: "nextDeclined" }
  /** The name of the stage's customer is known. */
  | { type: "known"; walletId: number; name: string | null }
  /** Sales that were left on this device before this page. */
  | { type: "restored"; left: readonly LeftSale[] }
  | { type: "resumed"; sale: LeftSale }
  | { type: "dropped"; sale: LeftSale }
  | { type: "found"; turn: number; answer: LookupAnswer }
  | { type: "notFound"; turn: number; error: PortalError }
  /** A wallet was picked, not looked up; with an entry, the wallet of a receipt. `keyAtMs`: by a key, at that time. */
  | { type: "picked"; walletId: number; entryId?: number; keyAtMs?: number }
  | { type: "next" }
  | { type: "edited"; changes: Partial<Omit<ServeDraft, "mode">> }
  | { type: "modeChosen"; mode: ServeDraft["mode"] }
  /** `atMs`: when, in milliseconds of the page. */
  | { type: "confirmed"; branchId: number; wallet: ServedWallet; atMs: number }
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
  /** A refund, return or void is done in the sheet. */
  | { type: "acted" }
  /** A receipt's number was typed into the sheet. */
  | { type: "entryFound"; walletId: number; entryId: number }
  /** Without a connection: the reward is confirmed for the code itself. */
  | { type: "keepConfirmed"; branchId: number; isByMobile?: boolean }
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
  | { type: "start"; turn: number; order: OperationOrder }
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

export const OPEN: Serving = { phase: "open", problem: null, second: null };

/** A key sooner than this was not meant for what has only just appeared. */
export const DECISION_MS_MIN = 500;

export function only(state: TillState): Step {
  return { state, effects: [] };
}
