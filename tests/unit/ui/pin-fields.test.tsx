import { readdirSync, readFileSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PasswordField } from "@/components/ui/password-field";
import { PinPad } from "@/components/ui/pin-pad";
import { loadMessages } from "@/lib/platform/messages";

test("neither the PIN pad nor a PIN's field is of the type that browsers offer to save", async () => {
  const nothing = () => undefined;
  const html = renderToString(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={await loadMessages("en")}>
      <PinPad label="PIN" value="" onChange={nothing} onSubmit={nothing} />
      <PasswordField label="PIN" value="" onChange={nothing} autoComplete="none" />
    </NextIntlClientProvider>,
  );
  expect(html.match(/<input[^>]*type="text"[^>]*autoComplete="off"[^>]*data-masked/gi)).toHaveLength(2);
  expect(html).not.toContain('type="password"');
});

test("only passwords have that type", () => {
  const hidden = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith("password-field.tsx"))
    .filter((name) => readFileSync(`components/${name}`, "utf8").includes('type="password"'));
  expect(hidden).toEqual([]);
});
