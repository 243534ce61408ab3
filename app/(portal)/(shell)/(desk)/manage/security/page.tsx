import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { auditChoicesQuery } from "@/components/audit/queries";
import { listChoicesQuery } from "@/components/lists/queries";
import { merchantsQuery } from "@/components/merchants/queries";
import { securityQuery } from "@/components/security/queries";
import { SecurityPage } from "@/components/security/security-page";
import { readAuditChoices } from "@/lib/areas/audit/portal";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { readSecurityPage } from "@/lib/areas/security/portal";
import { securityFiltersSchema } from "@/lib/areas/security/schemas";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ManageSecurityPage({ searchParams }: Props) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(securityFiltersSchema, addressOf(address));
  const choices = await openList(actor, {
    list: "security",
    path: "/manage/security",
    address: addressOf(address),
  });
  return (
    <RoleGate path="/manage/security">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("security"), async () => choices),
          readAhead(merchantsQuery, () => readMerchants(actor)),
          readAhead(auditChoicesQuery, () => readAuditChoices(actor)),
          readAhead(securityQuery(filters), () => readSecurityPage(actor, filters)),
        ]}
      >
        <SecurityPage />
      </Prefetched>
    </RoleGate>
  );
}
