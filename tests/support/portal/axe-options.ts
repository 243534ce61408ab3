import type { RunOptions } from "axe-core";

export const AXE_OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Rules that pass are not listed: the list takes longer than the check.
  resultTypes: ["violations"],
};
