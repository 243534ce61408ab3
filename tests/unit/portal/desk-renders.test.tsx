import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AskedAct } from "@/components/adjustments/asked-act";
import { AuditPage } from "@/components/audit/audit-page";
import { FirstStepsCard } from "@/components/home/first-steps";
import { ask, askPages } from "@/components/kit/contract";
import { MeContext } from "@/components/kit/use-me";
import { OpenThings } from "@/components/merchants/leaving-dialog";
import { RequestsCard } from "@/components/privacy/requests-card";
import { LookBackResult } from "@/components/promotions/look-back";
import { OwedPart } from "@/components/reports/owed-part";
import { LastDayBanner } from "@/components/shell/last-day-banner";
import { RolesPage } from "@/components/staff/roles-page";
import { WebhooksPage } from "@/components/webhooks/webhooks-page";
import type { Me } from "@/lib/areas/account/schemas";
import { session } from "@/lib/areas/account/session-contract";
import { audit } from "@/lib/areas/audit/contract";
import type { ShownEvent } from "@/lib/areas/audit/schemas";
import { merchants } from "@/lib/areas/merchants/contract";
import { privacy } from "@/lib/areas/privacy/contract";
import { reports } from "@/lib/areas/reports/contract";
import { MEASURES } from "@/lib/areas/reports/words";
import { staff } from "@/lib/areas/staff/contract";
import { webhooks } from "@/lib/areas/webhooks/contract";
import { loadMessages } from "@/lib/platform/messages";

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

const OPERATOR: Me = {
  user: { id: 1, name: "A", username: "a", role: "programme_operator", twoFactorEnabled: true },
  merchant: null,
  branches: [],
  activeBranchId: null,
  mayEnrol: true,
  shifts: "off",
  changesCashier: false,
  singleSignOn: "none",
  preferences: { language: null, theme: null, density: null, calendar: null },
};

/** A page as the server sends it, and the texts that it lacks. */
async function rendered(
  { language, client, me }: { language: "en" | "ar"; client: QueryClient; me: Me },
  page: ReactNode,
): Promise<{ html: string; errors: unknown[] }> {
  const errors: unknown[] = [];
  const html = renderToString(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={language === "ar" ? "ar-EG" : "en-GB"}
        timeZone="Africa/Cairo"
        messages={await loadMessages(language)}
        onError={(error) => errors.push(error)}
      >
        <MeContext value={me}>
          <SearchParamsContext value={new URLSearchParams()}>{page}</SearchParamsContext>
        </MeContext>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return { html, errors };
}

test.each([
  ["en", "All but the shifts", "Begins with the role", "Register a till"],
  ["ar", "All but the shifts", "تبدأ من الدور", "تسجيل جهاز كاشير"],
] as const)(
  "a merchant's sets of permissions and first steps are told in %s without a missing text",
  async (language, ...words) => {
    const client = new QueryClient();
    const merchant = { id: 1, nameEn: "One", nameAr: "واحد" };
    const user = { ...OPERATOR.user, role: "merchant_admin" as const };
    client.setQueryData(ask(staff.sets, { query: {} }).queryKey, {
      sets: [
        {
          ...{ id: 1, merchantId: 1, name: "All but the shifts", role: "supervisor", people: 2, version: 1 },
          ...{ added: ["branch.create"], removed: ["shift.close"] },
        },
      ],
    });
    const { html, errors } = await rendered(
      { language, client, me: { ...OPERATOR, user, merchant } },
      <>
        <RolesPage />
        <FirstStepsCard steps={{ branch: true, cashier: true, till: false }} />
      </>,
    );
    expect(errors).toEqual([]);
    for (const word of words) expect(html).toContain(word);
  },
);

test.each([
  ["en", "Disabled", "Owed by customers, below zero", "The service", "Set of permissions"],
  ["ar", "متوقفة", "مستحقة على العملاء", "الخدمة نفسها", "مجموعة صلاحيات"],
] as const)(
  "webhooks, outstanding points and the service's own events are told in %s without a missing text or a digest",
  async (language, ...words) => {
    const client = new QueryClient();
    client.setQueryData(ask(webhooks.list).queryKey, {
      merchants: [{ id: 1, nameEn: "One", nameAr: "واحد" }],
      webhooks: [
        {
          id: 1,
          merchantId: 1,
          clientId: null,
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
    const act = {
      ...{ id: "1", at: "2026-11-21T11:00:00Z", user: { id: 1, name: "Mona" }, merchantId: 1 },
      ...{ action: "permission_set.create", subject: { type: "permission_set", id: "1", name: null } },
      ...{ before: null, after: { name: "Shift lead" }, names: {}, ipAddress: null, requestId: null },
    };
    client.setQueryData(askPages(audit.list, { query: {} }).queryKey, {
      pages: [{ acts: [act], events: [SEALED], nextCursor: null }],
      pageParams: [null],
    });
    const state = { points: 6, value: 3 };
    client.setQueryData(ask(reports.outstanding, { query: { day: undefined } }).queryKey, {
      ...{
        day: "2026-11-21",
        today: "2026-11-21",
        isNow: true,
        lagSeconds: null,
        counted: null,
        currency: "EGP",
      },
      parts: [
        { state: "spendable", month: null, isLapsed: false, points: 3, value: 1.5, wallets: 1 },
        { state: "spendable", month: "2026-12-01", isLapsed: true, points: 3, value: 1.5, wallets: 1 },
        { state: "not_joined", month: null, isLapsed: false, points: 4, value: 2, wallets: 1 },
        { state: "stopped", month: null, isLapsed: false, points: 4, value: 2, wallets: 1 },
        { state: "pending", month: "2026-12-01", isLapsed: false, points: 7, value: 7, wallets: 2 },
        { state: "held", month: null, isLapsed: false, points: 3, value: 3, wallets: 1 },
        { state: "by_hand", month: null, isLapsed: false, points: 1, value: 1, wallets: 1 },
        { state: "debt", month: null, isLapsed: false, points: -2, value: -2, wallets: 1 },
      ],
      isWhole: true,
      coupons: [{ kind: { id: 1, nameEn: "Tea", nameAr: "شاي" }, coupons: 4, worth: null }],
      merchants: [
        { merchant: { id: 1, nameEn: "One", nameAr: "واحد" }, ...state },
        { merchant: null, ...state },
      ],
      ...{ ...state, revalued: -0.5, proof: { lots: 4, balances: 4, log: 5, isEqual: false } },
    });
    client.setQueryData(ask(reports.rollForward, { query: {} }).queryKey, {
      ...{
        range: { from: "2026-10-01", to: "2026-10-31", today: "2026-11-21" },
        currency: "EGP",
        lagSeconds: null,
        counted: null,
      },
      ...{
        merchantId: null,
        seesWhole: true,
        opening: state,
        closing: state,
        revalued: -0.5,
        isEqual: true,
        closedMonths: [],
        ...{ opened: null, canReopen: false },
        canClose: true,
        closeFirst: null,
      },
      rows: MEASURES.map(({ key: _, ...kind }) => ({
        ...kind,
        entries: 1,
        spendable: -1,
        suspended: 1,
        value: 0,
      })),
      closed: { at: "2026-11-01T10:00:00Z", by: "Mona" },
    });
    const { html, errors } = await rendered(
      { language, client, me: OPERATOR },
      <>
        <WebhooksPage />
        <OwedPart query={{}} change={() => undefined} />
        <AuditPage />
      </>,
    );
    expect(errors).toEqual([]);
    for (const word of [...words, "1134"]) expect(html).toContain(word);
    expect(html).not.toContain("5VOwY2O6");
  },
);

test.each([
  [
    "en",
    ["A copy of the data", "2 days late", "Make the file", "3 orders have 900 points on hold"],
    "Monday, 30 November 2026",
  ],
  ["ar", ["نسخة من البيانات", "متأخر يومين", "إعداد الملف", "طلبات لها 900 نقطة محجوزة"], "30 نوفمبر 2026"],
] as const)(
  "requests about data, things that a merchant leaves open and its last day are told in %s without a missing text",
  async (language, words, day) => {
    const client = new QueryClient();
    const asked = {
      kind: "file",
      person: "Mona",
      notedBy: "Ali",
      receivedOn: "2026-11-13",
      dueOn: "2026-11-19",
    } as const;
    const wallet = { id: 7, walletCode: "100007" };
    const answer = { kind: "done", note: "Sent", by: "Ali", at: "2026-11-20T10:00:00Z" } as const;
    client.setQueryData(ask(privacy.requests).queryKey, {
      ...{ today: "2026-11-21", answerDays: 6 },
      requests: [
        { id: 1, ...asked, wallet, answer: null },
        { id: 2, ...asked, wallet: null, answer },
      ],
    });
    client.setQueryData(ask(merchants.open, { query: { ids: "1" } }).queryKey, {
      ...{ offers: 2, coupons: 11, people: 3, clients: 1 },
      ...{ holds: { count: 3, points: 900 }, pending: { count: 1, points: 50 } },
    });
    client.setQueryData(ask(session.operators).queryKey, { names: ["Mona", "Ali"] });
    const { html, errors } = await rendered(
      { language, client, me: OPERATOR },
      <>
        <RequestsCard />
        <OpenThings merchantIds={[1]} />
        <LastDayBanner merchant={{ nameEn: "One", nameAr: "واحد" }} day="2026-11-30" />
      </>,
    );
    expect(errors).toEqual([]);
    for (const word of [...words, day]) expect(html).toContain(word);
  },
);

test.each([
  ["en", ["Pending, usable later", "1,200", "900", "EGP 12.50"]],
  ["ar", ["تُتاح لاحقًا", "1,200", "900", "12.50"]],
] as const)(
  "the approver of a month that is to be opened again sees each figure that changes in %s",
  async (language, words) => {
    const changes = [
      {
        of: "state_pending",
        closed: { points: 1200, value: 12.5 },
        now: { points: 900, value: 9 },
      },
    ];
    const summary = { act: "month", month: "2026-10-01", monthChanges: JSON.stringify(changes) };
    const { html, errors } = await rendered(
      { language, client: new QueryClient(), me: OPERATOR },
      <AskedAct asked={{ kind: "rules", summary }} />,
    );
    expect(errors).toEqual([]);
    for (const word of words) expect(html.replaceAll("\u00a0", " ")).toContain(word);
  },
);

test("a simulation says that past bills name one item only where the promotion is by items", async () => {
  const past = {
    ...{ rewards: 9, from: "2026-09-01T00:00:00Z", isPartial: false, acted: 3, points: 30 },
    ...{ pointsValue: 30, billsValue: 900, branches: [], most: null },
  };
  const saidOf = async (isByItems: boolean) =>
    (
      await rendered(
        { language: "en", client: new QueryClient(), me: OPERATOR },
        <LookBackResult past={past} isByItems={isByItems} />,
      )
    ).html.includes("Past bills name one item each");
  expect([await saidOf(true), await saidOf(false)]).toEqual([true, false]);
});

test.each([
  [
    "en",
    "Publish 5,000 coupons “We miss you”: EGP 50 off. 250,000 points at most. Customers read: “We miss you: On bills of 200”",
    "Publish 9 coupons “We miss you”: 100% off the bill, EGP 1 each as the offer says. No bound: the bill or the goods say how much is taken off. Customers read: “We miss you: On bills of 200”",
    "Publish coupons “We miss you”",
  ],
  [
    "ar",
    "نشر 5,000 كوبون «وحشتنا»: خصم 50 ج.م.، بحد أقصى 250,000 نقطة. يقرأ العملاء: «وحشتنا: على 200»",
    "نشر 9 كوبون «وحشتنا»: خصم 100٪ من الفاتورة، بقيمة 1 ج.م. لكل كوبون كما في العرض، بلا حد: الفاتورة أو المنتج يحدد قيمة الخصم. يقرأ العملاء: «وحشتنا: على 200»",
    "نشر كوبونات «وحشتنا»",
  ],
] as const)(
  "offers that wait for a second person are told in %s, in that language's names and figures",
  async (language, bounded, unbounded, older) => {
    const name = { nameEn: "We miss you", nameAr: "وحشتنا" };
    const read = { toEn: "We miss you: On bills of 200", toAr: "وحشتنا: على 200" };
    const told = async (said: Record<string, string | null>) => {
      const summary = { act: "coupons", ...name, ...said };
      const { html, errors } = await rendered(
        { language, client: new QueryClient(), me: OPERATOR },
        <AskedAct asked={{ kind: "offer", summary }} />,
      );
      expect(errors).toEqual([]);
      return html.replaceAll(/<[^>]*>|[\u200e\u200f\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
    };
    expect([
      await told({ ...read, count: "5000", worth: null, discountType: "2", discount: "50", most: "250000" }),
      await told({ ...read, count: "9", worth: "1", discountType: "1", discount: "100", most: null }),
      await told({ count: null, worth: null }),
    ]).toEqual([bounded, unbounded, older]);
  },
);
