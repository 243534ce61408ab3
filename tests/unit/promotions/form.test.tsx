import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { MeContext } from "@/components/kit/use-me";
import { RuleConditions } from "@/components/promotions/rule-conditions";
import { TEMPLATES } from "@/components/promotions/templates";
import { useRuleSentence } from "@/components/promotions/use-rule-sentence";
import type { Me } from "@/lib/areas/account/schemas";
import type { PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";

const KNOWN = {
  ...{ promotions: [], stack: false, mayStack: true, timeZone: "UTC", currency: "EGP", merchants: [] },
  branches: [{ id: 1, merchantId: 1, nameEn: "Harbour", nameAr: "المرفأ" }],
  segments: [
    { id: 1, nameEn: "Gold", nameAr: "ذهبية", ratePlan: "VIP", rewardFactor: "1", redeemFactor: "20" },
  ],
} satisfies Promotions;
const rule = (more: object) => ({ ...ANY_BILL, points: null, ...more }) as PromotionFields["rule"];

async function drawn(language: Language, children: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider
        locale={language === "ar" ? "ar-EG" : "en-GB"}
        timeZone="UTC"
        messages={await loadMessages(language)}
        onError={(error) => errors.push(error)}
      >
        <MeContext value={{ merchant: null } as Me}>{children}</MeContext>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  expect(errors).toEqual([]);
  return html;
}

test.each(["en", "ar"] as const)(
  "the conditions of every template stand in the form, in %s",
  async (language) => {
    for (const template of Object.values(TEMPLATES)) {
      const html = await drawn(
        language,
        <RuleConditions
          {...{ rule: rule(template), merchantId: 1, known: KNOWN }}
          onChange={() => undefined}
          errorAt={() => undefined}
          refusedAs={() => undefined}
        />,
      );
      expect(html.match(/checked=""/g)?.length ?? 0).toBe(
        Number("firstPurchase" in template) + Number("birthdayMonth" in template),
      );
    }
  },
);

function Said() {
  const skuIds = Array.from({ length: 10 }, (_, index) => `CODE${index}`);
  return useRuleSentence(KNOWN)({
    ...{ rule: rule({ multiplier: "2", skuIds }), skus: [], budgetPoints: null, walletMax: null },
    ...{ walletPeriod: "month", walletPoints: 500 },
  });
}

test("a long list of items is said by its first ones, and a customer's points with their period", async () => {
  const said = (await drawn("en", <Said />)).replace(/[\u2066-\u2069]|<!-- -->/g, "");
  expect(said).toContain("CODE0, CODE1, CODE2, CODE3, CODE4, CODE5 and 4 more");
  expect(said).not.toContain("CODE6");
  expect(said).toContain("at most 500 points for each customer in a month");
});
