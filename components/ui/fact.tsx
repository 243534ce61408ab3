import type { ReactNode } from "react";
import { cx } from "./cx";

/** A fact in a list of them (`dl`): its name above its value, or across the line from it. Nothing where there is no value. */
export function Fact({
  name,
  isAcross = false,
  className,
  children,
}: {
  name: string;
  isAcross?: boolean;
  /** Layout and size only. */
  className?: string;
  children: ReactNode;
}) {
  if (children === null || children === undefined || children === false || children === "") return null;
  return (
    <div className={cx("min-w-0", isAcross && "flex items-start justify-between gap-6 py-2", className)}>
      <dt className={cx("text-ink-soft text-sm", isAcross && "shrink-0 pt-0.5")}>{name}</dt>
      <dd className={cx(isAcross && "min-w-0 text-end")}>{children}</dd>
    </div>
  );
}

/** Facts by their names, in a box, across the line from them. Those without a value are left out. */
export function Facts({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="divide-y divide-line rounded-xl border border-line px-4">
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} name={name} isAcross>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
