"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import { type Command, type CommandId, isOffers, menuFor } from "@/lib/portal/commands";
import { AreaLinks } from "./menu-row";

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** The areas of the settings, or of the offers: beside the work where there is room, in a row above it where there is not. */
export function AreaNavigation({ titles }: { titles: Readonly<Partial<Record<CommandId, string>>> }) {
  const t = useTranslations("desk");
  const pathname = usePathname();
  const { user } = useMe();
  const area = isOffers(pathname) ? "offers" : "manage";
  const areas: readonly (Command & { id: CommandId; path: string })[] = menuFor(area, user);
  return (
    <nav aria-label={t(`areas.${area}`)} className="print:hidden">
      <AreaLinks
        className="max-xl:-mx-4 max-xl:overflow-x-auto max-xl:px-4 max-xl:py-1 xl:sticky xl:top-22 xl:flex-col"
        links={areas.map(({ id, path, icon, group }, place) => ({
          path,
          label: titles[id] ?? "",
          icon,
          isCurrent: isAt(pathname, path),
          ...(group && group !== areas[place - 1]?.group && { head: t(`groups.${group}`) }),
        }))}
      />
    </nav>
  );
}
