import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { NumberField, type NumberFieldProps } from "@/components/ui/number-field";
import { loadMessages } from "@/lib/platform/messages";

const LOCALES = { en: "en-GB", ar: "ar-EG-u-nu-latn" } as const;

async function shown(
  field: Pick<NumberFieldProps, "value" | "decimals" | "errorMessage">,
  language: keyof typeof LOCALES = "en",
) {
  const html = renderToString(
    <NextIntlClientProvider locale={LOCALES[language]} timeZone="UTC" messages={await loadMessages(language)}>
      <NumberField label="Bill" onChange={() => undefined} {...field} />
    </NextIntlClientProvider>,
  );
  return { html, text: /value="([^"]*)"/.exec(html)?.[1] };
}

describe("an amount of money", () => {
  test("that is not whole is shown with both of its decimals, and a whole one without", async () => {
    expect((await shown({ value: 150.5, decimals: 2 })).text).toBe("150.50");
    expect((await shown({ value: 1250.75, decimals: 2 })).text).toBe("1,250.75");
    expect((await shown({ value: 150, decimals: 2 })).text).toBe("150");
    expect((await shown({ value: null, decimals: 2 })).text).toBe("");
  });

  test.each([
    ["en", "Type a number with at most 2 digits after a point, such as 150.50"],
    ["ar", "اكتب رقمًا بعد علامته العشرية رقمان على الأكثر، مثل 150.50"],
  ] as const)("that is none says how to type one, in %s", async (language, howTo) => {
    expect((await shown({ value: undefined, decimals: 2 }, language)).html).toContain(howTo);
    expect((await shown({ value: 150.5, decimals: 2 }, language)).html).not.toContain(howTo);
  });
});

describe("a whole number", () => {
  test("that is none says so, unless its form knows better", async () => {
    expect((await shown({ value: undefined })).html).toContain("Type a whole number, digits only");
    const { html } = await shown({ value: undefined, errorMessage: "From 1 to 9" });
    expect(html).toContain("From 1 to 9");
    expect(html).not.toContain("Type a whole number");
  });
});
