import { DealPageSkeleton } from "@/components/deals/deal-page";
import { Loading } from "@/components/ui/states";

export default function LoadingDeal() {
  return (
    <Loading>
      <DealPageSkeleton />
    </Loading>
  );
}
