import Link from "next/link";
import type { ReactNode } from "react";
import {
  BUTTON_BASE,
  BUTTON_SIZES,
  BUTTON_VARIANTS,
  type ButtonSize,
  type ButtonVariant,
} from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";

/** A link to a page of the portal that looks like a button. */
export function LinkButton({
  href,
  variant = "secondary",
  size = "medium",
  prefetch = null,
  children,
}: {
  href: string;
  /** False where it is one of many: its page is fetched when it is pressed. */
  prefetch?: false | null;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}) {
  return (
    <Link
      href={href}
      prefetch={prefetch}
      className={cx(BUTTON_BASE, BUTTON_VARIANTS[variant], BUTTON_SIZES[size])}
    >
      {children}
    </Link>
  );
}
