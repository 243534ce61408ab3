import { AuditPage } from "@/components/audit/audit-page";
import { merchantsQuery } from "@/components/merchants/queries";
import { auditPortal } from "@/lib/areas/audit/portal";
import { auditFiltersSchema } from "@/lib/areas/audit/schemas";
import { readMerchants } from "@/lib/areas/merchants/portal";
import { readAhead } from "@/lib/portal/prefetch";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/audit",
  title: "audit.title",
  list: "audit",
  reads: (ahead, { address, session: { actor } }) => [
    readAhead(merchantsQuery, () => readMerchants(actor)),
    ahead(auditPortal.choices),
    ahead.pages(auditPortal.list, { query: readFilters(auditFiltersSchema, address) }),
  ],
  show: () => <AuditPage />,
});

export { generateMetadata, Page as default };
