import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { EventRow } from "@/components/audit/event-row";
import { ask } from "@/components/kit/contract";
import { MeContext } from "@/components/kit/use-me";
import { OwedPart } from "@/components/reports/owed-part";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import type { Me } from "@/lib/areas/account/schemas";
import type { ShownEvent } from "@/lib/areas/audit/event-schemas";
import { reports } from "@/lib/areas/reports/contract";
import { MEASURES } from "@/lib/areas/reports/words";
import { webhooks } from "@/lib/areas/webhooks/contract";
import { formatsOf, loadMessages } from "@/lib/platform/messages";

const SEALED: ShownEvent = {
  ...{
    id: "1",
    at: "2026-11-21T10:00:00Z",
    kind: "state.sealed",
    isGrave: false,
    user: null,
    merchantId: null,
  },
  ...{ branch: null, client: null, subject: null, ipAddress: null, device: null, requestId: null },
  details: { rows: 1134, digest: "5VOwY2O6" },
};

test.each([
  ["en", "Disabled", "Owed by customers, below zero", "The service"],
  ["ar", "متوقفة", "مستحقة على العملاء", "الخدمة نفسها"],
] as const)(
  "webhooks, outstanding points and the service's own events are told in %s without a missing text or a digest",
  async (language, ...words) => {
    const client = new QueryClient();
    const me: Me = {
      user: { id: 1, name: "A", username: "a", role: "programme_operator", twoFactorEnabled: true },
      merchant: null,
      branches: [],
      activeBranchId: null,
      mayEnrol: true,
      shifts: "off",
      changesCashier: false,
      preferences: { language: null, theme: null, density: null, calendar: null },
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
    const state = { points: 6, value: 3 };
    client.setQueryData(ask(reports.outstanding, { query: { day: undefined } }).queryKey, {
      ...{ day: "2026-11-21", today: "2026-11-21", isNow: true, lagSeconds: null, currency: "EGP" },
      parts: [
        { state: "spendable", month: null, isLapsed: false, points: 3, value: 1.5, wallets: 1 },
        { state: "spendable", month: "2026-12-01", isLapsed: true, points: 3, value: 1.5, wallets: 1 },
        { state: "pending", month: "2026-12-01", isLapsed: false, points: 7, value: 7, wallets: 2 },
        { state: "held", month: null, isLapsed: false, points: 3, value: 3, wallets: 1 },
        { state: "by_hand", month: null, isLapsed: false, points: 1, value: 1, wallets: 1 },
        { state: "debt", month: null, isLapsed: false, points: -2, value: -2, wallets: 1 },
      ],
      merchants: [
        { merchant: { id: 1, nameEn: "One", nameAr: "واحد" }, ...state },
        { merchant: "others", ...state },
        { merchant: null, ...state },
      ],
      ...{ ...state, revalued: -0.5, proof: { lots: 4, balances: 4, log: 5, isEqual: false } },
    });
    client.setQueryData(ask(reports.rollForward, { query: {} }).queryKey, {
      ...{
        range: { from: "2026-10-01", to: "2026-10-31", today: "2026-11-21" },
        currency: "EGP",
        lagSeconds: null,
      },
      ...{ merchantId: null, opening: state, closing: state, revalued: -0.5, isEqual: true, canClose: true },
      rows: MEASURES.map(({ key: _, ...kind }) => ({
        ...kind,
        entries: 1,
        spendable: -1,
        suspended: 1,
        value: 0,
      })),
      closed: { at: "2026-11-01T10:00:00Z", by: "Mona" },
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
              <OwedPart />
              <EventRow event={SEALED} />
            </SearchParamsContext>
          </MeContext>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    );
    expect(errors).toEqual([]);
    for (const word of [...words, "1134"]) expect(html).toContain(word);
    expect(html).not.toContain("5VOwY2O6");
  },
);
