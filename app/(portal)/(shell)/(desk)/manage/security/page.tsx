import { redirect } from "next/navigation";
import { auditFiltersSchema } from "@/lib/areas/audit/schemas";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The security events have moved into the log; a kind of event is one of the log's actions now. */
export default async function SecurityPage({ searchParams }: Props) {
  const address = addressOf(await searchParams);
  const kind = address.get("kind");
  if (kind !== null) address.set("action", kind);
  address.set("kind", "events");
  const filters = readFilters(auditFiltersSchema, address);
  redirect(
    `/manage/audit?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`,
  );
}
