"use client";

import { Search, Store, WifiOff } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useState } from "react";
import { useConnection } from "@/components/kit/use-connection";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu } from "@/components/ui/menu";
import { Pressable } from "@/components/ui/pressable";
import { Loading, Skeleton } from "@/components/ui/states";
import { useLanguage } from "@/components/ui/use-language";
import { useTakenOver } from "@/components/ui/use-taken-over";
import { menuFor } from "@/lib/portal/commands";
import { Commands, useRunCommand } from "./commands";
import { LanguageButton } from "./language-button";
import { Mark } from "./logo";
import { BottomNavigation, TopNavigation } from "./navigation";
import { ServiceWorker } from "./service-worker";
import { SettingUpBanner } from "./setting-up-banner";
import { useSaveLanguage } from "./use-saved-preferences";

/** The frame of every page of the portal: who, where, and the way to the other pages. */
export function Shell({
  kept,
  ended,
  children,
}: {
  /** The till's operations that this device keeps. */
  kept: ReactNode;
  /** Over the page once its session has ended. */
  ended: ReactNode;
  children: ReactNode;
}) {
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
          <SettingUpBanner />
          <LastDay />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none sm:px-6 max-md:pb-24 print:max-w-none print:p-0 in-[:root[data-locked]]:invisible"
        >
          {kept}
          <PageOutline>{children}</PageOutline>
        </main>
        <BottomNavigation rights={user} />
        {ended}
        <ServiceWorker />
        <ReleaseWatch />
      </div>
    </Commands>
  );
}

const LastDayBanner = lazyPart(async () => (await import("./last-day-banner")).LastDayBanner);

function LastDay() {
  const { merchant } = useMe();
  return merchant?.lastDay ? <LastDayBanner merchant={merchant} day={merchant.lastDay} /> : null;
}

/** The way to the palette for those who know no key. */
function PaletteButton() {
  const t = useTranslations("shell");
  const run = useRunCommand();
  return <IconButton icon={Search} label={t("commands")} onPress={() => run("palette")} />;
}

function AccountMenu() {
  const t = useTranslations();
  const { user } = useMe();
  const language = useLanguage();
  const run = useRunCommand();
  return (
    <Menu
      label={t("shell.accountMenu")}
      header={
        <>
          <bdi className="block truncate font-medium">{user.name}</bdi>
          <span className="block text-ink-soft text-sm">{user.set?.name ?? t(`roles.${user.role}`)}</span>
        </>
      }
      trigger={(props) => (
        <Pressable
          {...props}
          aria-label={`${t("shell.accountMenu")}: ${user.name}`}
          className="grid size-10 pointer-coarse:size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-accent-soft font-semibold text-accent-soft-ink transition-colors hover:bg-hover"
        >
          <bdi aria-hidden className="foreign-word">
            {initialOf(user.name)}
          </bdi>
        </Pressable>
      )}
      actions={menuFor("account", user).map(({ id, text, icon }) => ({
        id,
        label: t(text),
        icon,
        // The other language is named in its own word.
        ...(id === "language" && { lang: language === "en" ? "ar" : "en" }),
        onAction: () => run(id),
      }))}
    />
  );
}

/** The first letter that means something: the article of an Arabic name does not. */
function initialOf(name: string): string {
  const [initial = ""] = name.trim().replace(/^ال/, "");
  return initial.toUpperCase();
}

/** Most cashiers work at one branch; the choice is fetched for those who have one. */
const BranchSelect = lazyPart(async () => (await import("./branch-select")).BranchSelect, {
  whileLoading: <Skeleton className="h-control w-56 min-w-18 shrink" />,
});

/** A page that shows any of the branches, or all, has its own choice of one: two would be taken for each other. */
const CHOOSES_ITSELF = "/today";

/** The branch this device works for; a choice for those who have several. */
function BranchChoice() {
  const t = useTranslations("shell");
  const nameOf = useNameOf();
  const { branches, activeBranchId, user } = useMe();
  const pathname = usePathname();
  const active = branches.filter(({ isActive }) => isActive);
  if (active.length > 1) return pathname === CHOOSES_ITSELF ? null : <BranchSelect />;
  const current = active.find(({ id }) => id === activeBranchId);
  const isOperator = user.role === "programme_operator";
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
      <Store aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t("branch")}: </span>
      <bdi className="truncate">
        {current ? nameOf(current) : t(isOperator ? "allMerchants" : "noBranch")}
      </bdi>
    </span>
  );
}

/** Says, for as long as it is so, that the service cannot be reached. */
function OfflineBanner() {
  const t = useTranslations("shell");
  const isConnected = useConnection();
  return (
    <div role="status">
      {!isConnected && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-warning-soft-ink">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{t("offlineTitle")}</strong> {t("offline")}
          </span>
        </p>
      )}
    </div>
  );
}

const ReleaseWatch = lazyPart(async () => (await import("./release-watch")).ReleaseWatch);

/**
 * Shows the outline of a page while the browser fetches it from another one. The page that the server sends first stands in no
 * boundary: it comes whole, and React would hide what is in one of more than a few kB until 300 ms after the first paint.
 */
function PageOutline({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const isServed = !useTakenOver();
  const [first] = useState(isServed ? pathname : null);
  if (pathname === first) return children;
  return (
    <Suspense key={pathname} fallback={<Outline />}>
      {children}
    </Suspense>
  );
}

function Outline() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-2xl" />
    </Loading>
  );
}
