import { KindCardsSkeleton } from "@/components/today/kind-cards";
import { Skeleton } from "@/components/ui/states";

/** The page's parts in their places: title, choices, totals, entries. */
export default function LoadingToday() {
  return (
    <>
      <Skeleton className="mb-6 h-16 w-64" />
      <Skeleton className="mb-6 h-17 w-full max-w-xl" />
      <Skeleton className="mb-3 h-7 w-32" />
      <KindCardsSkeleton />
      <Skeleton className="mt-6 h-120 rounded-2xl" />
    </>
  );
}
