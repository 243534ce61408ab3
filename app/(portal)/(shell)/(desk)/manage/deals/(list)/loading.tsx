import { DealsDeskSkeleton } from "@/components/deals/desk/deals-desk-page";
import { Skeleton } from "@/components/ui/states";

export default function LoadingDeals() {
  return (
    <>
      <Skeleton className="mb-6 h-16 w-64" />
      <Skeleton className="mb-6 h-32 w-full" />
      <DealsDeskSkeleton />
    </>
  );
}
