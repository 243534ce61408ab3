import { AuditPage } from "@/components/audit/audit-page";
import { auditPortal } from "@/lib/areas/audit/portal";
import { auditFiltersSchema } from "@/lib/areas/audit/schemas";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/audit",
  title: "audit.title",
  list: "audit",
  reads: (ahead, { address }) => [
    ahead(merchantsPortal.list),
    ahead(auditPortal.choices),
    ahead.pages(auditPortal.list, { query: readFilters(auditFiltersSchema, address) }),
  ],
  show: () => <AuditPage />,
});

export { generateMetadata, Page as default };
