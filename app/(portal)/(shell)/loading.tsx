import { Loading, Skeleton } from "@/components/ui/states";

export default function LoadingPage() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-2xl" />
    </Loading>
  );
}
