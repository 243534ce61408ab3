import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/kit/use-language";
import { type NewCustomer, newCustomerOf } from "./new-customer";
import { receiptNumberOf, useMerchantName } from "./receipt-number";
import type { BoxProblem, TillState } from "./till-types";

function isNothingFound(problem: BoxProblem | null): problem is Extract<BoxProblem, { nothing: unknown }> {
  return typeof problem === "object" && problem !== null && "nothing" in problem;
}

/** The customer whom the box did not find, as it was typed; null while the box has found all. */
export function newcomerOf({ text, problem }: TillState["box"]): NewCustomer | null {
  return isNothingFound(problem) ? newCustomerOf(problem.nothing, text.trim()) : null;
}

/** Problem of the box's text, and the next try. */
export function useProblemText(): (problem: BoxProblem | null, text: string) => string | undefined {
  const t = useTranslations("till.box");
  const { textOf } = useErrorText();
  const merchant = useMerchantName();
  return (problem, text) => {
    if (problem === null) return undefined;
    if (problem === "empty") return t("empty");
    if (!isNothingFound(problem)) return textOf(problem);
    const { nothing } = problem;
    if (nothing !== "receipt") return t(`nothing.${nothing}`, { text });
    const number = receiptNumberOf(text);
    return merchant === null
      ? t("nothing.receiptAnywhere", { text: number })
      : t("nothing.receipt", { text: number, merchant });
  };
}
