import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ask } from "@/components/kit/contract";
import { MeContext } from "@/components/kit/use-me";
import { OutstandingCard } from "@/components/reports/outstanding-card";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import type { Me } from "@/lib/areas/account/schemas";
import { reports } from "@/lib/areas/reports/contract";
import { webhooks } from "@/lib/areas/webhooks/contract";
import { formatsOf, loadMessages } from "@/lib/platform/messages";

test.each([
  ["en", "Disabled", "11 points suspended"],
  ["ar", "متوقفة", "معلّقة"],
] as const)(
  "webhooks and outstanding points are told in %s without a missing text",
  async (language, disabled, suspended) => {
    const client = new QueryClient();
    const me: Me = {
      user: { id: 1, name: "A", username: "a", role: "programme_operator", twoFactorEnabled: true },
      merchant: null,
      branches: [],
      activeBranchId: null,
      mayEnrol: true,
      shifts: "off",
      preferences: { language: null, theme: null, density: null },
      hasTour: false,
    };
    client.setQueryData(ask(webhooks.list).queryKey, {
      merchants: [{ id: 1, nameEn: "One", nameAr: "واحد" }],
      webhooks: [
        {
          id: 1,
          merchantId: 1,
          url: "https://example.com/hooks",
          description: "Accounting",
          eventTypes: ["points.rewarded"],
          isActive: false,
          disabledReason: "gone",
          disabledAt: "2026-11-21T10:00:00Z",
          failingSince: "2026-11-21T10:00:00Z",
          lastSuccessAt: null,
          version: 1,
          secrets: [
            { id: 1, last4: "abcd", expiresAt: "2026-11-21T10:00:00Z", createdAt: "2026-11-21T10:00:00Z" },
          ],
        },
      ],
    });
    client.setQueryData(ask(reports.outstanding).queryKey, {
      lagSeconds: null,
      readAt: "2026-11-21T10:00:00Z",
      currency: "EGP",
      months: [
        { month: null, isLapsed: false, points: 3, value: 1.5, wallets: 1 },
        { month: "2026-12-01", isLapsed: true, points: 3, value: 1.5, wallets: 1 },
      ],
      aside: [
        { state: "pending", month: "2026-12-01", points: 7, value: 7, wallets: 2 },
        { state: "held", month: null, points: 3, value: 3, wallets: 1 },
        { state: "by_hand", month: null, points: 1, value: 1, wallets: 1 },
      ],
      points: 6,
      value: 3,
      debt: 2,
      suspended: 11,
      wallets: 3,
      proof: { lots: 4, balances: 4, log: 5, isEqual: false },
    });
    const errors: unknown[] = [];
    const html = renderToString(
      <QueryClientProvider client={client}>
        <NextIntlClientProvider
          locale={language === "ar" ? "ar-EG" : "en-GB"}
          formats={formatsOf("EGP")}
          timeZone="Africa/Cairo"
          messages={await loadMessages(language)}
          onError={(error) => errors.push(error)}
        >
          <MeContext value={me}>
            <SearchParamsContext value={new URLSearchParams()}>
              <WebhooksPage />
              <OutstandingCard />
            </SearchParamsContext>
          </MeContext>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    );
    expect(errors).toEqual([]);
    expect(html).toContain(disabled);
    expect(html).toContain(suspended);
  },
);
