import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";

/** The way back to the list that a page belongs to, above its title. */
export function BackLink({
  children,
  ...link
}: Pick<ComponentProps<typeof Link>, "href" | "onNavigate"> & { children: ReactNode }) {
  return (
    <p className="mb-2">
      <Link
        {...link}
        className="-ms-2 inline-flex min-h-10 items-center gap-1 rounded-lg px-2 text-ink-soft hover:bg-hover hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        <span>{children}</span>
      </Link>
    </p>
  );
}
