"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import type { PassedLimit } from "@/lib/areas/till/schemas";
import { isHeld } from "@/lib/areas/till/words";

/** Limits that are passed: which, and what is needed, available and missing. Of what is held for review: why. */
export function LimitFacts({ limits }: { limits: readonly PassedLimit[] }) {
  const t = useTranslations("approvals");
  const textOf = useLimitText();
  return limits.map((passed) => (
    <section key={passed.limit} aria-label={t(`limits.${passed.limit}`)} className="mt-2">
      <p>{t(`limits.${passed.limit}`)}</p>
      {passed.limit !== "repeatedInvoices" && !isHeld([passed]) && (
        <dl className="mt-1 grid gap-x-3 gap-y-1 sm:grid-cols-3">
          {(["required", "available", "missing"] as const).map((name) => (
            <div
              key={name}
              className="min-w-0 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3"
            >
              <dt className="text-sm">{t(name)}</dt>
              <dd className="font-semibold text-lg">
                <bdi>{textOf(passed.limit, passed[name])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  ));
}

const IN_MONEY: ReadonlySet<PassedLimit["limit"]> = new Set([
  "rewardValueMax",
  "personReversedValueMax",
  "unprovedValueMax",
]);

/** What is asked of a limit, or left of it: money, or a plain number. */
function useLimitText(): (limit: PassedLimit["limit"], value: number) => string {
  const format = useFormatter();
  const money = useMoneyText();
  return (limit, value) => (IN_MONEY.has(limit) ? money(value) : format.number(value));
}
