"use client";

import { useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PassedLimit } from "@/lib/areas/till/schemas";
import { isHeld } from "@/lib/areas/till/words";

/** Limits that are passed, each in a sentence with its numbers. Of what is held for review: why. */
export function LimitFacts({ limits }: { limits: readonly PassedLimit[] }) {
  const t = useTranslations("approvals");
  const textOf = useLimitText();
  return limits.map((passed) => {
    const { limit } = passed;
    const said = (name: "required" | "available" | "missing") => textOf(limit, passed[name]);
    const sums = { required: said("required"), available: said("available"), missing: said("missing") };
    const isCounted = limit !== "repeatedInvoices" && !isHeld([passed]);
    return (
      <p key={limit} className="mt-1">
        {limit !== "rewardValueMax" && t(`limits.${limit}`)}
        {isCounted && (
          <span className="block font-semibold">
            {t(limit === "rewardValueMax" ? "billSum" : "sum", sums)}
          </span>
        )}
      </p>
    );
  });
}

const IN_MONEY: ReadonlySet<PassedLimit["limit"]> = new Set([
  "rewardValueMax",
  "personReversedValueMax",
  "unprovedValueMax",
  "merchantReversedValueMax",
  "personCouponValueMax",
  "personUnprovedValueMax",
  "branchUnprovedValueMax",
  "tillUnprovedValueMax",
]);

/** A limit's value, or its rest: money, or a plain number. */
function useLimitText(): (limit: PassedLimit["limit"], value: number) => string {
  const format = useFormatter();
  const money = useMoneyText();
  return (limit, value) => (IN_MONEY.has(limit) ? money(value) : format.number(value));
}
