import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditPage } from "@/components/audit/audit-page";
import { keys } from "@/components/kit/keys";
import { readAuditChoices, readAuditPage } from "@/lib/areas/audit/portal";
import { auditChoicesSchema, auditFiltersSchema, auditPageSchema } from "@/lib/areas/audit/schemas";
import { merchantListSchema } from "@/lib/areas/branches/desk-schemas";
import { readMerchants } from "@/lib/areas/branches/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("audit") };
}

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ManageAuditPage({ searchParams }: Props) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(auditFiltersSchema, { get: (name) => [address[name]].flat()[0] ?? null });
  return (
    <RoleGate path="/manage/audit">
      <Prefetched
        queries={[
          readAhead(keys.desk.merchants, merchantListSchema, () => readMerchants(actor)),
          readAhead(keys.desk.audit.choices, auditChoicesSchema, () => readAuditChoices(actor)),
          readAhead(keys.desk.audit.list(filters), auditPageSchema, () => readAuditPage(actor, filters), {
            isPaged: true,
          }),
        ]}
      >
        <AuditPage />
      </Prefetched>
    </RoleGate>
  );
}
