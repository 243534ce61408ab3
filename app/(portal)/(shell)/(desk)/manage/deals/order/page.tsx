import { redirect } from "next/navigation";
import { addressOf } from "@/lib/portal/wire/read-filters";

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Deals are put in order in their list. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const address = addressOf(await searchParams);
  redirect(address.size === 0 ? "/manage/deals" : `/manage/deals?${address}`);
}
