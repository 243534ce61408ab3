import { redirect } from "next/navigation";
import { addressOf } from "@/lib/portal/wire/read-filters";

/** Where requests of the desk were before they were in one place with all others. */
export default async function AdjustmentsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const address = addressOf(await searchParams).toString();
  redirect(address === "" ? "/requests" : `/requests?${address}`);
}
