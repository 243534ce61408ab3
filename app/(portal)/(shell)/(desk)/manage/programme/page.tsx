import { ProgrammePage } from "@/components/programme/programme-page";
import { programmePortal } from "@/lib/areas/programme/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/programme",
  title: "programme.title",
  showsRequests: true,
  reads: (ahead) => [ahead(programmePortal.desk)],
  show: () => <ProgrammePage />,
});

export { generateMetadata, Page as default };
