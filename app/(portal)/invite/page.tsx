import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkPage } from "@/components/account/link-page";
import { PageTexts } from "@/lib/portal/page-texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("signIn.link"))("title"),
    robots: { index: false },
    referrer: "no-referrer",
  };
}

/** Where one-time links lead. Everybody gets the same page: the token is in the fragment, which stays in the browser. */
export default function InvitePage() {
  return (
    <PageTexts page="/invite">
      <LinkPage />
    </PageTexts>
  );
}
