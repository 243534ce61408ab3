import { type LucideIcon, type LucideProps, Undo2 } from "lucide-react";
import { forwardRef } from "react";
import { cx } from "./cx";

/** The arrow of what goes back. The arrow points to where lines begin: to the left in English, to the right in Arabic. */
export const UndoIcon: LucideIcon = forwardRef<SVGSVGElement, Omit<LucideProps, "ref">>(
  ({ className, ...props }, ref) => (
    <Undo2 ref={ref} className={cx("rtl:-scale-x-100", className)} {...props} />
  ),
);
UndoIcon.displayName = "UndoIcon";
