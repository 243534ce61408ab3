import { HomePage } from "@/components/home/home-page";
import { may } from "@/components/kit/may";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import { homePortal } from "@/lib/areas/home/portal";
import { definePage } from "../../define-page";

const { firstHour } = firstHourPortal;
const { generateMetadata, Page } = definePage({
  path: "/home",
  title: "pages.home",
  reads: (ahead, { session: { actor } }) => [
    ahead(homePortal.read),
    ...(may(actor, firstHour.endpoint) ? [ahead(firstHour)] : []),
  ],
  show: () => <HomePage />,
});

export { generateMetadata, Page as default };
