import "./globals.css";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { keepEarlyActs } from "@/components/shell/early-acts";
import { NonceMeta } from "@/components/shell/nonce-meta";
import { RootProviders } from "@/components/shell/root-providers";
import { programmeCountry } from "@/lib/platform/country";
import { programmeCurrency } from "@/lib/platform/currency";
import { DIRECTION } from "@/lib/platform/preferences";
import { zoneOffsets } from "@/lib/platform/time";
import { pageNonce, pagePreferences } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { services } from "@/lib/services";
import { FIRST_FONTS } from "./font-files";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app");
  return {
    title: { default: t("name"), template: `%s · ${t("name")}` },
    description: t("description"),
    applicationName: t("name"),
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [{ url: "/icons/icon.svg", type: "image/svg+xml" }],
      apple: "/icons/apple-touch-icon.png",
    },
    appleWebApp: { capable: true, title: t("name") },
    // Numbers are points and codes more often than they are telephone numbers.
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#151d20" },
  ],
};

/** Years before and after today in which the portal shows times, for the offsets that a device may not know. */
const ZONE_YEARS = 8;
const zones = new Map<string, string>();

/** The programme's zone and its offsets, for {@link mendClock}. */
function programmeZone(): string {
  const zone = services().programme.timeZone();
  const year = new Date().getUTCFullYear();
  const key = `${zone} ${year}`;
  const from = new Date(Date.UTC(year - ZONE_YEARS, 0));
  const known =
    zones.get(key) ?? `${zone} ${zoneOffsets(zone, from, new Date(Date.UTC(year + ZONE_YEARS, 0)))}`;
  zones.set(key, known);
  return known;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [preferences, nonce] = await Promise.all([pagePreferences(), pageNonce()]);
  const { language, theme, density } = preferences;
  for (const address of FIRST_FONTS[language])
    preload(address, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    // A browser that translated the page would translate names, codes and amounts; both languages are the portal's own.
    <html
      lang={language}
      dir={DIRECTION[language]}
      translate="no"
      data-theme={theme}
      data-density={density}
      data-country={programmeCountry()}
      data-currency={programmeCurrency()}
      data-zone={programmeZone()}
    >
      <head>
        {nonce && <NonceMeta nonce={nonce} />}
        <script
          nonce={nonce}
          // Browsers do not give a nonce away, so the page seems to have another one.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this code base, as text.
          dangerouslySetInnerHTML={{ __html: `(${keepEarlyActs})()` }}
        />
      </head>
      <body>
        <NextIntlClientProvider messages={{}}>
          <PageTexts of={["app", "errors", "pages", "roles", "shell", "ui"]}>
            <RootProviders preferences={preferences}>{children}</RootProviders>
          </PageTexts>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
