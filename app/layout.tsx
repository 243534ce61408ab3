import "./globals.css";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { keepEarlyActs } from "@/components/shell/early-acts";
import { missingScriptsScript } from "@/components/shell/missing-scripts";
import { NonceMeta } from "@/components/shell/nonce-meta";
import { RootProviders } from "@/components/shell/root-providers";
import { programmeCountry } from "@/lib/platform/country";
import { programmeCurrency } from "@/lib/platform/currency";
import { DIRECTION } from "@/lib/platform/preferences";
import { logoStyle } from "@/lib/portal/brand";
import { pageNonce, pagePreferences, pageRelease, pageZone, pageZoneName } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
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

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [preferences, nonce, t] = await Promise.all([
    pagePreferences(),
    pageNonce(),
    getTranslations("shell.scripts"),
  ]);
  const { language, theme, density } = preferences;
  const logo = logoStyle();
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
      data-zone={pageZone()}
      data-release={pageRelease()}
    >
      <head>
        {nonce && <NonceMeta nonce={nonce} />}
        {logo !== null && (
          <style nonce={nonce} suppressHydrationWarning>
            {logo}
          </style>
        )}
        <script
          nonce={nonce}
          // Browsers do not give a nonce away, so the page seems to have another one.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this code base, as text.
          dangerouslySetInnerHTML={{ __html: `(${keepEarlyActs})()` }}
        />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a text of this code base.
          dangerouslySetInnerHTML={{
            __html: missingScriptsScript({
              missing: t("missing"),
              reload: t("reload"),
              tooOld: t("tooOld"),
            }),
          }}
        />
      </head>
      <body>
        <noscript>
          <p className="bg-warning-soft p-4 text-center text-warning-soft-ink">{t("off")}</p>
        </noscript>
        <NextIntlClientProvider messages={{}}>
          <PageTexts of={["app", "errors", "pages", "roles", "shell", "ui"]}>
            <RootProviders preferences={preferences} zoneName={pageZoneName(language)}>
              {children}
            </RootProviders>
          </PageTexts>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
