import { DealAnswerPage } from "@/components/deals/desk/deal-answer-page";
import { definePage } from "../../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/deals",
  title: "deals.desk.answer.title",
  show: () => <DealAnswerPage />,
});

export { generateMetadata, Page as default };
