import { type RefObject, useEffect } from "react";
import type { Paper } from "./sheet";

const MM_PER_PIXEL = 25.4 / 96;

/**
 * Makes the printed page as large as the paper while the calling component is shown. On a roll the page is as long as
 * the report.
 */
export function usePageRule(paper: Paper, report: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // A style sheet of the page's own making: an element would need the nonce of the page that was opened first.
    const rules = new CSSStyleSheet();
    const adjust = () => rules.replaceSync(pageRule(paper, report.current));
    adjust();
    document.adoptedStyleSheets.push(rules);
    window.addEventListener("beforeprint", adjust);
    return () => {
      window.removeEventListener("beforeprint", adjust);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((present) => present !== rules);
    };
  }, [paper, report]);
}

function pageRule(paper: Paper, report: HTMLElement | null): string {
  if (paper === "a4") return "@page { size: A4; margin: 14mm }";
  const heightMm = Math.ceil((report?.getBoundingClientRect().height ?? 0) * MM_PER_PIXEL) + 2;
  return `@page { size: 80mm ${Math.max(heightMm, 80)}mm; margin: 0 }`;
}
