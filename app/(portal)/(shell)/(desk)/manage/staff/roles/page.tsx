import { RolesPage } from "@/components/staff/roles-page";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/staff/roles",
  title: "staff.rights.title",
  show: () => <RolesPage />,
});

export { generateMetadata, Page as default };
