import Link from "next/link";
import type { ReactNode } from "react";
import { BUTTON_BASE, BUTTON_VARIANTS, type ButtonVariant } from "@/components/ui/button-styles";
import { cx } from "@/components/ui/cx";

/** A link to a page of the portal that looks like a button. */
export function LinkButton({
  href,
  variant = "secondary",
  children,
}: {
  href: string;
  variant?: ButtonVariant;
  children: ReactNode;
}) {
  return (
    <Link href={href} className={cx(BUTTON_BASE, BUTTON_VARIANTS[variant], "min-h-control px-4")}>
      {children}
    </Link>
  );
}
