import { FirstHourPage } from "@/components/first-hour/first-hour-page";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/merchants/first-hour",
  title: "firstHour.title",
  reads: (ahead) => [ahead(firstHourPortal.firstHour)],
  show: () => <FirstHourPage />,
});

export { generateMetadata, Page as default };
