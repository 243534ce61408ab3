import type { TillShown } from "@/lib/areas/display/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import type { Posted, Quote } from "@/lib/areas/till/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { TillState } from "./till-types";
import { isAmount } from "./use-amount-problem";

const IDLE: TillShown = { name: "idle" };

/** The customer's screen: amounts and points, and nothing that says who it is. Null: what is shown stays, while a PIN is being judged. Pure. */
export function shownToCustomer(
  { draft, serving }: Pick<TillState, "draft" | "serving">,
  { quote, wallet }: { quote: Quote | null; wallet: Pick<TillWallet, "walletCode" | "pin"> },
): TillShown | null {
  if (serving.phase === "done") return shownDone(serving.posted);
  if (!isAmount(draft.value)) return IDLE;
  const { mode: operation, value } = draft;
  const possible = quote?.outcome === "possible" ? quote : null;
  const points = possible && Math.abs(possible.points);
  if (serving.phase === "running" && serving.isPinShown) return null;
  if (serving.phase === "pin") {
    const { paid } = serving.confirmed;
    const asked = paid === undefined ? { value, points } : { value: paid, points: null };
    return shownPin(wallet, { ...asked, refusedBy: serving.refusal?.code });
  }
  const parts = possible?.bill;
  return {
    ...{ name: "bill", operation, value, points, balanceAfter: possible?.balanceAfter ?? null },
    ...(parts && { off: value - parts.paid - parts.payable, paid: parts.paid, payable: parts.payable }),
  };
}

/** The PIN is asked for; `refusedBy`: the code of the last one's refusal. Pure. */
export function shownPin(
  { walletCode, pin }: Pick<TillWallet, "walletCode" | "pin">,
  { value, points, refusedBy }: { value: number; points: number | null; refusedBy: string | undefined },
): TillShown {
  const problem = problemOf(refusedBy);
  const attemptsLeft = problem === "wrong" ? pin.attemptsLeft : null;
  return { name: "pin", walletCode, value, points, problem, attemptsLeft };
}

/** The finished operation, or its void. Pure. */
export function shownDone({ entry, wallet }: Posted, act?: "void"): TillShown {
  return {
    name: "done",
    act: act ?? (entry.logTypeId === LOG_TYPE.redemption ? "redeem" : "reward"),
    value: entry.value,
    points: Math.abs(movedPoints(entry)),
    balanceAfter: wallet.balance,
  };
}

function problemOf(code: string | undefined): "wrong" | "locked" | null {
  if (code === "1311") return "wrong";
  return code === "1312" ? "locked" : null;
}
