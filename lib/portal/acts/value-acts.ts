import type { Command } from "@/lib/ledger/rules/commands";
import { limited, type Value } from "./declare";
import { ACTS } from "./generated/acts";
import type { AdminAction } from "./permissions";

type Acts = typeof ACTS;
export type ValueAction = {
  [Action in AdminAction]: Acts[Action]["gives"] extends string ? never : Action;
}[AdminAction];

/** The value that each act of {@link ValueAction} gives; one that changes something without `agree` fails (`administer`). */
export const VALUE_ACTS = Object.fromEntries(
  Object.entries(ACTS)
    .filter(([, { gives }]) => typeof gives === "object")
    .map(([action, { gives }]) => [action, gives]),
) as unknown as Readonly<Record<ValueAction, Value>>;

/**
 * The same for what the ledger moves; null: the command gives nothing that its wallet did not have, and takes nothing from it.
 * Exhaustive: a new kind of command does not compile without its line.
 */
export const VALUE_MOVEMENTS: Readonly<Record<Command["type"], Value | null>> = {
  reward: limited("the points, promotions and coupons included", "النقاط، ومعها نقاط الحملات والكوبونات"),
  redeem: limited("what is paid without the customer's PIN", "ما يُدفع دون الرقم السري للعميل"),
  settle: limited(
    "what its redemption, its reward and its coupons give",
    "ما تمنحه أجزاؤها: الاستبدال والنقاط المضافة والكوبونات",
  ),
  hold: limited("what is held without the customer's PIN", "ما يُحجز دون الرقم السري للعميل"),
  refund: limited("the value given back", "القيمة المستردة"),
  return: limited("the value taken back", "قيمة المرتجع"),
  cancel: limited("the value undone", "قيمة العملية المُلغاة"),
  // Of a hold, which was counted.
  capture: null,
  release_hold: null,
  // By the acts above.
  adjust: null,
  transfer: null,
  release: null,
  // By the system itself.
  expire: null,
};

export function isValueAction(action: AdminAction): action is ValueAction {
  return Object.hasOwn(VALUE_ACTS, action);
}
