import type { ReactNode } from "react";
import { cx } from "./cx";

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  headingLevel?: 2 | 3;
}

/** Things that belong together. */
export function Card({ title, description, actions, children, className, headingLevel = 2 }: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={cx("rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6", className)}>
      {(title || actions) && (
        <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-48">
            {title && <Heading className="font-semibold text-lg">{title}</Heading>}
            {description && <p className="mt-1 text-ink-soft text-sm">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
