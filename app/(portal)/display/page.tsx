import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DisplayPage } from "@/components/display/display-page";
import { pagePreferences } from "@/lib/portal/page";
import { textsJson } from "@/lib/portal/page-texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("display"))("title"),
    robots: { index: false },
    referrer: "no-referrer",
  };
}

/** The customer's side of a till, for everybody: what it shows it is told by the till that it is paired with. */
export default async function CustomerDisplay() {
  const { language } = await pagePreferences();
  const [en, ar] = await Promise.all([
    textsJson("en", ["display", "ui"]),
    textsJson("ar", ["display", "ui"]),
  ]);
  return <DisplayPage language={language} texts={{ en, ar }} />;
}
