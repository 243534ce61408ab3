import { redirect } from "next/navigation";
import { addressOf } from "@/lib/portal/wire/read-filters";

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Deals stand in the calendar of all offers. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const address = addressOf(await searchParams);
  address.set("kind", "deal");
  redirect(`/manage/calendar?${address}`);
}
