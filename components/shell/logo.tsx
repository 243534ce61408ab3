import { cx } from "@/components/ui/cx";

/** The mark of the product: points gathered into a whole, in the current colours. The page's style puts the programme's logo in its place. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cx("mark size-8 shrink-0", className)}>
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g className="fill-accent-ink">
        <circle cx="16" cy="16" r="4.6" />
        <circle cx="16" cy="7" r="2.1" />
        <circle cx="23.8" cy="11.5" r="2.1" />
        <circle cx="23.8" cy="20.5" r="2.1" opacity=".75" />
        <circle cx="16" cy="25" r="2.1" opacity=".55" />
        <circle cx="8.2" cy="20.5" r="2.1" opacity=".4" />
        <circle cx="8.2" cy="11.5" r="2.1" opacity=".28" />
      </g>
    </svg>
  );
}
