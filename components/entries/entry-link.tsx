"use client";

import Link from "next/link";
import type { ReactNode } from "react";

interface EntryLinkProps {
  href: string;
  onOpen: () => void;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A link to an entry's drawer. Pressed plainly it opens the drawer here; otherwise it does what links do. */
export function EntryLink({ href, onOpen, label, className, children }: EntryLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={className}
      {...(label !== undefined && { "aria-label": label })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}
