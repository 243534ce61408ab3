import { redirect } from "next/navigation";
import { addressOf } from "@/lib/portal/wire/read-filters";

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Deals are put in order in their list. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  redirect(`/manage/deals?${addressOf(await searchParams)}`);
}
