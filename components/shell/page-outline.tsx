"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import { Loading, Skeleton } from "@/components/ui/states";

const never = () => () => undefined;

/**
 * Shows the outline of a page while the browser fetches it from another one. The page that the server sends first stands in no
 * boundary: it comes whole, and React would hide what is in one of more than a few kB until 300 ms after the first paint.
 */
export function PageOutline({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const isServed = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [first] = useState(isServed ? pathname : null);
  if (pathname === first) return children;
  return (
    <Suspense key={pathname} fallback={<Outline />}>
      {children}
    </Suspense>
  );
}

function Outline() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-2xl" />
    </Loading>
  );
}
