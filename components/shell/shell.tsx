"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMe } from "@/components/kit/use-me";
import { IconButton } from "@/components/ui/icon-button";
import { menuFor } from "@/lib/portal/commands";
import { AccountMenu } from "./account-menu";
import { BranchChoice } from "./branch-choice";
import { Commands, useRunCommand } from "./commands";
import { KeptOperationsSlot } from "./kept-operations-slot";
import { LanguageButton } from "./language-button";
import { Mark } from "./logo";
import { BottomNavigation, TopNavigation } from "./navigation";
import { OfflineBanner } from "./offline-banner";
import { PageOutline } from "./page-outline";
import { ServiceWorker } from "./service-worker";
import { SessionEnded } from "./session-ended";
import { TourOffer } from "./tour-offer";
import { useSaveLanguage } from "./use-saved-preferences";

/** The frame of every page of the portal: who, where, and the way to the other pages. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const { user } = useMe();
  const saveLanguage = useSaveLanguage();
  const [home] = menuFor("main", user);
  return (
    <Commands>
      <div className="flex min-h-dvh flex-col print:block print:min-h-0">
        <a
          href="#content"
          className="sr-only rounded-lg bg-accent px-4 py-3 text-accent-ink focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
        >
          {t("shell.skip")}
        </a>
        <header className="sticky top-0 z-30 border-line border-b bg-surface print:hidden in-[:root:has([data-till])]:low:static">
          <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-3 sm:gap-4 sm:px-6">
            {home && (
              <Link
                href={home.path}
                prefetch={false}
                className="flex shrink-0 items-center gap-2.5 rounded-lg font-semibold text-lg pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                <Mark />
                <span className="max-xl:sr-only">{t("app.name")}</span>
                <span className="sr-only">{t(home.text)}</span>
              </Link>
            )}
            <TopNavigation rights={user} />
            <span className="flex-1" />
            <span className="max-lg:hidden">
              <PaletteButton />
            </span>
            <BranchChoice />
            <span className="max-lg:hidden">
              <LanguageButton onChange={saveLanguage} />
            </span>
            <AccountMenu />
          </div>
          <OfflineBanner />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none sm:px-6 max-md:pb-24 print:max-w-none print:p-0"
        >
          <KeptOperationsSlot />
          <TourOffer />
          <PageOutline>{children}</PageOutline>
        </main>
        <BottomNavigation rights={user} />
        <SessionEnded />
        <ServiceWorker />
      </div>
    </Commands>
  );
}

/** The way to the palette for those who know no key. */
function PaletteButton() {
  const t = useTranslations("shell");
  const run = useRunCommand();
  return <IconButton icon={Search} label={t("commands")} onPress={() => run("palette")} />;
}
