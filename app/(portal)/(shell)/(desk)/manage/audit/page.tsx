import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditPage } from "@/components/audit/audit-page";
import { auditChoicesQuery, auditQuery } from "@/components/audit/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { merchantsQuery } from "@/components/merchants/queries";
import { readAuditChoices, readAuditPage } from "@/lib/areas/audit/portal";
import { auditFiltersSchema } from "@/lib/areas/audit/schemas";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("audit"))("title") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ManageAuditPage({ searchParams }: Props) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(auditFiltersSchema, addressOf(address));
  const choices = await openList(actor, {
    list: "audit",
    path: "/manage/audit",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/audit">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("audit"), async () => choices),
          readAhead(merchantsQuery, () => readMerchants(actor)),
          readAhead(auditChoicesQuery, () => readAuditChoices(actor)),
          readAhead(auditQuery(filters), () => readAuditPage(actor, filters)),
        ]}
      >
        <AuditPage />
      </Prefetched>
    </RoleGate>
  );
}
