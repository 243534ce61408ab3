import { readdirSync, readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PinPad } from "@/components/ui/pin-pad";
import { loadMessages } from "@/lib/platform/messages";

test("a browser takes what is typed into the pad for a code that is good once, which it does not save", async () => {
  const html = renderToString(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={await loadMessages("en")}>
      <PinPad label="PIN" value="" onChange={() => undefined} onSubmit={() => undefined} />
    </NextIntlClientProvider>,
  );
  expect(html).toMatch(/<input[^>]*autoComplete="one-time-code"/i);
});

test("no field but that of a password is hidden without saying so, and none is asked for in a form like that to sign in", () => {
  const hidden = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith("password-field.tsx"))
    .map((name) => `components/${name}`)
    .filter((file) => readFileSync(file, "utf8").includes('type="password"'));
  expect(hidden.length).toBeGreaterThan(0);
  for (const file of hidden) {
    const source = readFileSync(file, "utf8");
    const fields = source.split('type="password"').length - 1;
    expect(source.split('autoComplete="one-time-code"').length - 1, file).toBe(fields);
    expect(source, file).not.toContain("<form");
  }
});
