import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { UndoIcon } from "@/components/ui/undo-icon";

test("the arrow of what goes back is turned around in Arabic, whatever else is said of it", () => {
  expect(renderToString(<UndoIcon className="size-4" />)).toMatch(/class="[^"]*rtl:-scale-x-100[^"]*size-4/);
});

test("every page has it from one place, so that it is turned around alike", () => {
  const files = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) =>
      /\bUndo2?\b[^;]*from "lucide-react"/.test(readFileSync(path.join("components", file), "utf8")),
    );
  expect(files).toEqual([path.join("ui", "undo-icon.tsx")]);
});
