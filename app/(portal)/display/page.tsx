import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DisplayPage } from "@/components/display/display-page";
import type { Language } from "@/lib/platform/language";
import { logoAddress, programmeName } from "@/lib/portal/brand";
import { PAGE_TEXTS } from "@/lib/portal/generated/page-texts";
import { pagePreferences } from "@/lib/portal/page";
import { textsJson } from "@/lib/portal/page-texts";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("display"))("title"),
    robots: { index: false },
    referrer: "no-referrer",
  };
}

/** The programme's logo and name; the product's own are nothing to a customer. */
function Brand({ language }: { language: Language }) {
  const [name, logo] = [programmeName(language), logoAddress()];
  if (name === null && logo === null) return null;
  return (
    <p className="flex items-center gap-3 font-semibold text-lg">
      {logo !== null && (
        // biome-ignore lint/performance/noImgElement: the server knows the one width that is needed.
        <img src={logo} alt="" className="max-h-12 max-w-40 rounded-md bg-white object-contain" />
      )}
      <bdi>{name}</bdi>
    </p>
  );
}

/** The customer's side of a till, for everybody: what it shows it is told by the till that it is paired with. */
export default async function CustomerDisplay() {
  const { language } = await pagePreferences();
  const texts = [...PAGE_TEXTS["/display"], "ui"] as const;
  const [en, ar] = await Promise.all([textsJson("en", texts), textsJson("ar", texts)]);
  return <DisplayPage language={language} texts={{ en, ar }} brand={<Brand language={language} />} />;
}
