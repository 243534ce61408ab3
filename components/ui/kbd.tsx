import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      dir="ltr"
      className="inline-grid min-w-6 place-items-center rounded-md border border-line-strong border-b-2 bg-surface px-1.5 font-sans text-ink-soft text-sm leading-6"
    >
      {children}
    </kbd>
  );
}
