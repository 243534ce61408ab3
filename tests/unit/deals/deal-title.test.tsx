import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useDealTitle } from "@/components/deals/deal-words";

function Title({ en, ar }: { en: string; ar: string }) {
  return useDealTitle()({ title: { en, ar } });
}

const written = (locale: string, title: { en: string; ar: string }) =>
  renderToString(
    <NextIntlClientProvider locale={locale} messages={{}}>
      <Title {...title} />
    </NextIntlClientProvider>,
  );

test("the name of a deal has the digits of the page, whichever it was written with", () => {
  const title = { en: "EGP 50 off", ar: "خصم ٥٠ ج.م." };
  expect(written("ar-EG-u-nu-latn", title)).toBe("خصم 50 ج.م.");
  expect(written("en-GB", title)).toBe("EGP 50 off");
});
