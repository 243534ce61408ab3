import type { RunOptions } from "axe-core";

export const AXE_OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // What passed is not gathered: it takes longer than finding it out.
  resultTypes: ["violations"],
};
