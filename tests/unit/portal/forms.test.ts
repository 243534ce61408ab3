import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * A browser sends a form whose page's scripts did not load by itself, and a plain one by GET: passwords then stand in the address, the history
 * and the access log. `Form` posts; every form is one.
 */
test("every form is the one that posts, so that nothing that was typed becomes part of an address", () => {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const plain = files
    .filter((file) => file.endsWith(".tsx") && file !== "components/ui/form.tsx")
    .filter((file) => /<form[\s>]|createElement\("form"/.test(readFileSync(file, "utf8")));
  expect(plain).toEqual([]);
  expect(readFileSync("components/ui/form.tsx", "utf8")).toContain('<form {...props} method="post" />');
});
