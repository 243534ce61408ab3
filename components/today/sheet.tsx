import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, type RefObject, useEffect } from "react";
import { cx } from "@/components/ui/cx";

export const PAPERS = ["a4", "roll"] as const;
export type Paper = (typeof PAPERS)[number];

/** On the screen as wide as on paper; a printer leaves the edges of the roll white. */
const SHEETS: Record<Paper, string> = {
  a4: "w-full max-w-[190mm] p-6 sm:p-10 text-base print:max-w-none print:p-0 print:text-[11pt]",
  roll: "w-[80mm] max-w-full px-[4mm] py-[5mm] text-[9.5pt] leading-snug",
};

interface SheetProps {
  paper: Paper;
  label: string;
  ref: Ref<HTMLElement>;
  children: ReactNode;
}

/** A sheet of paper, as it will be printed. */
export function Sheet({ paper, label, ref, children }: SheetProps) {
  return (
    <article
      ref={ref}
      aria-label={label}
      data-report={paper}
      className={cx(
        "paper mx-auto rounded-lg border border-line shadow-card print:rounded-none print:border-0 print:shadow-none",
        SHEETS[paper],
      )}
    >
      {children}
    </article>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-[0.6em]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

/** Room for {@link Signature}s, at the end of a sheet. */
export function Signatures({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "mt-[2em] grid break-inside-avoid gap-[2em]",
        !isNarrow && "sm:grid-cols-2 print:grid-cols-2",
      )}
    >
      {children}
    </div>
  );
}

export function Signature({ role }: { role: string }) {
  const t = useTranslations("today.report");
  return (
    <p>
      <span className="font-medium">{role}</span>
      <span className="mt-[3.5em] block border-ink border-t pt-[0.3em] text-[0.9em] text-ink-soft">
        {t("signature")}
      </span>
    </p>
  );
}

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
