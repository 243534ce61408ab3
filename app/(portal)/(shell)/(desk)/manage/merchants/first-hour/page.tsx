import { FirstHourPage } from "@/components/first-hour/first-hour-page";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { programmePortal } from "@/lib/areas/programme/portal";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/merchants/first-hour",
  title: "firstHour.title",
  reads: (ahead) => [ahead(firstHourPortal.firstHour), ahead(programmePortal.desk)],
  show: () => <FirstHourPage />,
});

export { generateMetadata, Page as default };
