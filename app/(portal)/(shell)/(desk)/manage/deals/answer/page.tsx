import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DealAnswerPage } from "@/components/deals/desk/deal-answer-page";
import { RoleGate } from "../../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deals.desk.answer"))("title") };
}

export default function Page() {
  return (
    <RoleGate path="/manage/deals">
      <DealAnswerPage />
    </RoleGate>
  );
}
