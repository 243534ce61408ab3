import { RolesPage } from "@/components/staff/roles-page";
import { staffPortal } from "@/lib/areas/staff/portal";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/staff/roles",
  title: "staff.rights.title",
  reads: (ahead) => [ahead(staffPortal.sets, { query: {} })],
  show: () => <RolesPage />,
});

export { generateMetadata, Page as default };
