import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { DIRECTION } from "@/lib/platform/preferences";
import { pagePreferences } from "@/lib/portal/page";

/** Lets the portal be installed like an app, in the language in which it was installed. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [t, { language }] = await Promise.all([getTranslations("app"), pagePreferences()]);
  return {
    id: "/",
    name: t("name"),
    short_name: t("name"),
    description: t("description"),
    lang: language,
    dir: DIRECTION[language],
    start_url: "/",
    display: "standalone",
    background_color: "#f5f7f7",
    theme_color: "#0b6470",
    icons: [
      { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
