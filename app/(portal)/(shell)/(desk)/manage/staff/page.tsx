import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { listChoicesQuery } from "@/components/lists/queries";
import { merchantsQuery } from "@/components/merchants/queries";
import { staffPolicyQuery, staffQuery } from "@/components/staff/queries";
import { StaffPage } from "@/components/staff/staff-page";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { staffFiltersSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffPage, readStaffPolicy } from "@/lib/areas/staff/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("staff"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function ManageStaffPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const chosen = readFilters(staffFiltersSchema, addressOf(address));
  const filters = { ...chosen, merchant: actor.merchantId ?? chosen.merchant };
  const choices = await openList(actor, {
    list: "staff",
    path: "/manage/staff",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/staff">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("staff"), async () => choices),
          readAhead(merchantsQuery, () => readMerchants(actor)),
          readAhead(staffQuery(filters), () => readStaffPage(actor, filters)),
          ...(actor.role === "programme_operator"
            ? [readAhead(staffPolicyQuery, () => readStaffPolicy(actor))]
            : []),
        ]}
      >
        <StaffPage />
      </Prefetched>
    </RoleGate>
  );
}
