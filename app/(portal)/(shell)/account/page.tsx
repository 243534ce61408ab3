import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/account/account-page";
import { PageTexts } from "@/lib/portal/page-texts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("account") };
}

export default function Account() {
  return (
    <PageTexts page="/account">
      <AccountPage />
    </PageTexts>
  );
}
