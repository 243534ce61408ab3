import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** Fields that are seldom needed, behind their head. */
export function Folded({
  label,
  isOpen = false,
  children,
}: {
  label: string;
  /** At first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 font-medium text-accent">
        <ChevronDown aria-hidden className="size-4.5 transition-transform group-open:rotate-180" />
        {label}
      </summary>
      <div className="grid gap-5 pt-3">{children}</div>
    </details>
  );
}
