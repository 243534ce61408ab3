import { SecurityPage } from "@/components/security/security-page";
import { auditPortal } from "@/lib/areas/audit/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { securityPortal } from "@/lib/areas/security/portal";
import { securityFiltersSchema } from "@/lib/areas/security/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/security",
  title: "security.title",
  list: "security",
  reads: (ahead, { address }) => [
    ahead(merchantsPortal.list),
    ahead(auditPortal.choices),
    ahead.pages(securityPortal.list, { query: readFilters(securityFiltersSchema, address) }),
  ],
  show: () => <SecurityPage />,
});

export { generateMetadata, Page as default };
