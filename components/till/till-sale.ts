import { EMPTY_DRAFT, type ServeDraft, withoutParts } from "./serve-draft";
import {
  type LeftSale,
  OPEN,
  only,
  type SaleCustomer,
  type Step,
  type TillStage,
  type TillState,
} from "./till-types";

/** More sales than this nobody leaves open; the oldest goes. */
const LEFT_MAX = 5;

export const READY: TillStage = { name: "ready" };

export const EMPTY_BOX: TillState["box"] = { text: "", problem: null };

/** Whether something was carried out or sent for the customer of the stage. */
export function isStarted({ serving, finishedAtMs }: TillState): boolean {
  return finishedAtMs !== null || serving.phase === "running" || serving.phase === "keeping";
}

/** Whether a bill is typed for the customer of the stage, and not confirmed. */
export function isBillTyped(state: TillState): boolean {
  const { value, code } = state.draft;
  return customerOf(state.stage) !== null && value !== null && code === null && !isStarted(state);
}

export function customerOf(stage: TillStage): SaleCustomer | null {
  if (stage.name === "wallet") return { walletId: stage.walletId };
  return stage.name === "offline" ? { code: stage.code } : null;
}

export function isSameCustomer(one: SaleCustomer | null, other: SaleCustomer | null): boolean {
  if (one === null || other === null) return false;
  if ("walletId" in one && "walletId" in other) return one.walletId === other.walletId;
  return "code" in one && "code" in other && one.code === other.code;
}

function isSameSale(one: LeftSale, other: LeftSale): boolean {
  return isSameCustomer(one.customer, other.customer);
}

/** The sale of the stage, to wait; none where no bill was typed, or where it was confirmed. */
function leftOf(state: TillState): LeftSale[] {
  const customer = customerOf(state.stage);
  if (customer === null || !isBillTyped(state)) return [];
  return [{ customer, name: state.name, draft: { ...state.draft, code: null } }];
}

/** Sales of an earlier page wait behind those of this one. */
export function waitingWith(state: TillState, left: readonly LeftSale[]): TillState {
  const known = [...state.left, ...left.filter((sale) => !state.left.some((one) => isSameSale(one, sale)))];
  return { ...state, left: known.slice(0, LEFT_MAX), isRestored: true };
}

/** The sale that a page which is left now has open, its customer at least, and those that wait: for the next page. */
export function salesToKeep(state: TillState): readonly LeftSale[] {
  const customer = customerOf(state.stage);
  const { name, draft } = state;
  const isServed = isStarted(state) || (state.isActed && draft.value === null);
  const isOpen = customer !== null && !isServed;
  return isOpen ? [{ customer, name, draft: { ...draft, code: null } }, ...state.left] : state.left;
}

/** `code`: the looked-up code, by which a customer without a connection turns out to be this one. */
export function show(state: TillState, stage: TillStage, code?: string): Step {
  const isWallet = stage.name === "wallet";
  const shown: TillState = {
    ...state,
    stage:
      isWallet && state.coupon !== null ? { coupon: state.coupon, couponScan: state.turn, ...stage } : stage,
    coupon: isWallet ? null : state.coupon,
    ...{ box: EMPTY_BOX, sheet: null, asked: null },
  };
  const before = customerOf(state.stage);
  const now = customerOf(stage);
  if (state.finishedAtMs === null && isSameCustomer(before, now)) return only(shown);
  const staying = code !== undefined && isSameCustomer(before, { code }) && !isStarted(state);
  const waiting = staying ? [] : leftOf(state);
  const left = [...waiting, ...state.left.filter((sale) => !waiting.some((one) => isSameSale(one, sale)))];
  const own = left.find((sale) => isSameCustomer(sale.customer, now));
  return {
    state: {
      ...shown,
      isActed: false,
      customer: state.customer + 1,
      name: own?.name ?? null,
      // A bill is of one customer.
      draft: staying ? state.draft : (own?.draft ?? EMPTY_DRAFT),
      left: left.filter((sale) => sale !== own).slice(0, LEFT_MAX),
      serving: OPEN,
      finishedAtMs: null,
    },
    effects: state.serving.phase === "running" ? [{ type: "leave" }] : [],
  };
}

export function next(state: TillState): Step {
  const { state: ready, effects } = show(state, READY);
  return { state: { ...ready, coupon: null }, effects };
}

export function resumed(state: TillState, sale: LeftSale): Step {
  const { customer } = sale;
  const known = state.left.includes(sale) ? state : { ...state, left: [sale, ...state.left] };
  return "walletId" in customer
    ? show(known, { name: "wallet", walletId: customer.walletId })
    : show(known, { name: "offline", code: customer.code });
}

/** Fields that say what is settled; the number of the bill is none. */
const SETTLED = ["mode", "value", "coupons", "pays"] as const satisfies readonly (keyof ServeDraft)[];

export function edited(state: TillState, changes: Partial<ServeDraft>): TillState {
  const draft = { ...state.draft, ...changes };
  // A cashier who types on at the bill stays with its customer.
  const asked = "value" in changes ? null : state.asked;
  const isSameBill = SETTLED.every((field) => draft[field] === state.draft[field]);
  const { phase } = state.serving;
  // Messages and questions were about the bill as it stood.
  const isOutdated = !isSameBill && (phase === "open" || phase === "pin" || phase === "approval");
  return { ...state, draft, asked, ...(isOutdated && { serving: OPEN }) };
}

/** An amount has one meaning: what is paid with points is typed anew, and the bill comes back when points are given for it. */
export function modeChosen(state: TillState, mode: ServeDraft["mode"]): TillState {
  const { draft, serving } = state;
  if (serving.phase === "running") return state;
  const bill = draft.mode === "reward" && typeof draft.value === "number" ? draft.value : draft.bill;
  if (serving.phase !== "done") {
    if (mode === draft.mode) return state;
    return edited(state, {
      ...withoutParts(draft),
      mode,
      bill,
      value: mode === "reward" ? (bill ?? draft.value) : draft.value,
      code: null,
    });
  }
  // A payment in points is a part of a bill, which is not rewarded yet.
  const isBillOpen = draft.mode === "redeem" && mode === "reward";
  const next = isBillOpen
    ? { ...withoutParts(draft), mode, value: bill ?? draft.value }
    : { ...EMPTY_DRAFT, mode };
  return { ...state, draft: next, serving: OPEN, finishedAtMs: null };
}
