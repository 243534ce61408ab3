import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Pages that show nothing but one's own account, or nothing of the programme. */
const OPEN = [
  "app/(portal)/(shell)/account/page.tsx",
  "app/(portal)/display/page.tsx",
  "app/(portal)/invite/page.tsx",
  "app/(portal)/sign-in/page.tsx",
  "app/certificates/[number]/page.tsx",
  // These read nothing: they lead on to others.
  "app/(portal)/(shell)/(desk)/manage/page.tsx",
  "app/page.tsx",
];

test("every page asks whether its user still has to set up a second factor, the receipt too", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.posix.join("app", file.split(path.sep).join("/")));
  expect(pages.length).toBeGreaterThan(30);
  const unasked = pages.filter(
    (file) => !/<RoleGate|requireAllowedSession\(\)/.test(readFileSync(file, "utf8")),
  );
  expect(unasked.sort()).toEqual([...OPEN].sort());
});
