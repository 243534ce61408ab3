import Link from "next/link";
import type { ReactNode } from "react";

/** A name in a table that leads to the entries behind its row. */
export function EntriesLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current print:no-underline"
    >
      {children}
    </Link>
  );
}
