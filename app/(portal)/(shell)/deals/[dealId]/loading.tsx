import { DealPageSkeleton } from "@/components/deals/deal-page";

export default function LoadingDeal() {
  return <DealPageSkeleton />;
}
