import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Purchase } from "@/components/coupons/buy-coupon";
import { PortalError } from "@/components/kit/error";
import { MeContext } from "@/components/kit/use-me";
import { quoteQuery } from "@/components/wallet/queries";
import type { Me } from "@/lib/areas/account/schemas";
import type { CouponOffer } from "@/lib/areas/coupons/schemas";
import type { Quote } from "@/lib/areas/till/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { loadMessages } from "@/lib/platform/messages";

const done = () => undefined;
const WALLET = { id: 1, walletCode: "100001", balance: 900, profile: { name: "Mona" } } as TillWallet;
const TEXT = { en: "A free coffee", ar: "قهوة مجانية" };
const OFFER = {
  ...{ offerNumber: 700, title: TEXT, terms: TEXT, discountType: 3, discount: 0, costPoints: 300 },
} as unknown as CouponOffer;
const REFUSAL = { code: "1704", message: { en: "A second person has to approve it", ar: "" } };

/** The step as it is drawn while the quote is this one, or failed so. */
async function drawn(quote: Quote | PortalError): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const request = { branchId: 1, walletCode: "100001", value: 0.01, couponOffer: 700 };
  const asked = quoteQuery({ operation: "redeem", ...request }, 900);
  if (quote instanceof PortalError)
    client
      .getQueryCache()
      .build<Quote, PortalError>(client, { queryKey: asked.queryKey })
      .setState({ status: "error", error: quote, fetchStatus: "idle" });
  else client.setQueryData(asked.queryKey, quote);
  return renderToString(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={await loadMessages("en")}>
        <MeContext value={{ user: { id: 1 } } as Me}>
          <Purchase wallet={WALLET} branchId={1} offer={OFFER} onBack={done} onClose={done} />
        </MeContext>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

/** The buttons that can be pressed, by their names. */
const buttonsIn = (html: string) =>
  [...html.matchAll(/<button(?<marks>[^>]*)>(?<inside>.*?)<\/button>/gs)]
    .filter(({ groups }) => !/ (?:aria-)?disabled="/.test(groups?.marks ?? ""))
    .map(({ groups }) => groups?.inside?.replaceAll(/<[^>]+>/g, ""));

test("a purchase that needs a second person says so, and leads to their approval", async () => {
  const limit = { limit: "personReversedValueMax", required: 300, available: 100, missing: 200 };
  const html = await drawn({
    ...{ outcome: "approval", refusal: REFUSAL, points: -300, value: 3 },
    limits: [limit],
  } as unknown as Quote);
  expect(html).toContain(REFUSAL.message.en);
  expect(buttonsIn(html)).toContain("Ask for approval");
});

test("a purchase whose quote failed says why, and can be asked about again", async () => {
  const failed = new PortalError({ code: "internal", texts: { en: "Out of order", ar: "" }, status: 500 });
  const html = await drawn(failed);
  expect(html).toContain("Out of order");
  expect(buttonsIn(html)).toContain("Check again");
});

test("a purchase that is refused says why", async () => {
  const refused = { outcome: "refused", refusal: REFUSAL, isForAnyAmount: true, shortfall: null, limits: [] };
  expect(await drawn(refused as Quote)).toContain(REFUSAL.message.en);
});
