import { cx } from "./cx";

/**
 * A bar filled from its start by a share from 0 to 1, hidden from screen readers. Drawn as SVG, because pages allow no
 * inline styles.
 */
export function ShareBar({ share, className }: { share: number; className?: string }) {
  return (
    <svg
      aria-hidden
      className={cx("block w-full overflow-hidden rounded-full bg-sunken rtl:-scale-x-100", className)}
    >
      <rect width={`${share * 100}%`} height="100%" className="fill-accent transition-[width]" />
    </svg>
  );
}
