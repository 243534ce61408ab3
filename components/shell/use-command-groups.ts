"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Building2,
  KeyRound,
  type LucideIcon,
  Store,
  TicketPercent,
  UserRound,
  WalletCards,
  Zap,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { useSettled } from "@/components/kit/use-settled";
import type { PaletteGroup, PaletteItem } from "@/components/ui/palette";
import { useLanguage } from "@/components/ui/use-language";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { commands as api } from "@/lib/areas/commands/contract";
import type { CommandName, Found, FoundKind } from "@/lib/areas/commands/schemas";
import { bestFirst, matchOf } from "@/lib/platform/fuzzy";
import { isAdminRole } from "@/lib/portal/acts/roles";
import { ALL_COMMANDS, type CommandId } from "@/lib/portal/commands";
import { printedOf } from "./printed-keys";
import { type Recent, readRecent, rememberRecent } from "./recent-commands";
import type { Shortcut } from "./shortcut-help";
import { useShortcuts } from "./shortcuts";

/** How long the typing must rest before names are looked for. */
const REST_MS = 200;
/** Shorter texts are in nearly every name. */
const NAME_MIN = 2;
/** Of a group, once something is typed. */
const SHOWN_MAX = 7;

const ICONS: Readonly<Record<FoundKind, LucideIcon>> = {
  branch: Building2,
  deal: TicketPercent,
  client: KeyRound,
  person: UserRound,
};
const GROUPS = { branch: "branches", deal: "deals", client: "clients", person: "people" } as const;

/** Acts on a wallet that is asked for first. */
export type WalletCommand = "adjust" | "merge";
export type PalettePurpose = "commands" | WalletCommand;

/** Acts that the palette leaves to the shell. */
export interface PaletteActs {
  onRun: (id: CommandId) => void;
  onWorkAt: (branchId: number) => void;
  onClose: () => void;
}

/** An item with what it is called, and with other words for it. */
interface Choice extends PaletteItem {
  texts: readonly string[];
  also?: readonly string[];
}

/** A name that is found may be a person's. */
const NOT_KEPT = { gcTime: 0, retry: false } as const;

/** Other words for something count for less than its name. */
const ALSO_SHARE = 0.1;

function matchOfChoice(typed: string, { texts, also = [] }: Choice): number {
  return matchOf(typed, texts) || ALSO_SHARE * matchOf(typed, [...texts, ...also]);
}

/**
 * Matches of the typed text, group by group, that with the best match first: pages and acts of the list of commands, acts of this page,
 * branches to work for, and records found by name. With nothing typed, what they did last and everything they can go to. Null: nothing is
 * asked for.
 */
export function useCommandGroups(
  typed: string | null,
  acts: PaletteActs,
): { groups: PaletteGroup[]; isPending: boolean; error: PortalError | null } {
  const t = useTranslations("commands.palette");
  const names = useQuery({
    ...ask(api.names, {}, { staleTime: Number.POSITIVE_INFINITY }),
    enabled: typed !== null,
  });
  const choicesOf = useChoices(acts);
  const sought = typed !== null && typed.length >= NAME_MIN ? typed : null;
  const settled = useSettled(sought, REST_MS);
  const found = useQuery({
    ...ask(api.find, { body: { text: settled ?? "" } }, NOT_KEPT),
    enabled: settled !== null,
  });
  const recent = useRecentThings();
  const known = names.data?.commands ?? [];
  const search = typed ?? "";
  const { recentOf, pages, doing, here, branches, things } = choicesOf(known);
  const named = settled === null ? [] : things(found.data?.found ?? []);
  const groups: { id: string; title: string; items: readonly Choice[] }[] = [
    { id: "here", title: t("groups.here"), items: here },
    { id: "pages", title: t("groups.pages"), items: pages },
    { id: "acts", title: t("groups.acts"), items: search === "" ? doing : [...doing, ...branches] },
  ];
  if (search === "")
    return {
      groups: [
        { id: "recent", title: t("groups.recent"), items: recentOf(recent.kept, recent.named) },
        ...groups,
      ],
      isPending: names.isPending && typed !== null,
      error: names.error,
    };
  const matching = groups.map((group) => ({
    ...group,
    items: bestFirst(group.items, (item) => matchOfChoice(search, item)).slice(0, SHOWN_MAX),
  }));
  const byKind = Object.entries(GROUPS).map(([kind, group]) => ({
    id: group,
    title: t(`groups.${group}`),
    items: named.filter(({ id }) => id.startsWith(`${kind}-`)),
  }));
  const best = ({ items: [first] }: { items: readonly Choice[] }) =>
    first === undefined ? 0 : matchOfChoice(search, first);
  return {
    groups: [...matching, ...byKind].sort((one, other) => best(other) - best(one)),
    isPending: names.isPending || found.isFetching || settled !== sought,
    error: names.error ?? found.error,
  };
}

/** The reader's recent records on this device, and those that have a name now. */
function useRecentThings(): { kept: readonly Recent[]; named: readonly Found[] } {
  const { user } = useMe();
  const [kept] = useState(() => readRecent(user.id));
  const things = kept.flatMap((one) =>
    one.kind === "command" || one.kind === "wallet" ? [] : [{ kind: one.kind, id: one.id }],
  );
  const named = useQuery({
    ...ask(api.find, { body: { recent: things } }, NOT_KEPT),
    enabled: things.length > 0,
  });
  return { kept, named: named.data?.found ?? [] };
}

/** The choices of the palette, in their groups. */
function useChoices(acts: PaletteActs) {
  const { branches, activeBranchId } = useMe();
  const shortcuts = useShortcuts();
  const of = useChoiceOf(acts);
  return (commands: readonly CommandName[]) => {
    // The palette is open, and what is only found under it needs no menu.
    const others = commands.filter(({ id }) => id !== "palette");
    const isPage = ({ id }: CommandName) =>
      ALL_COMMANDS.some(({ id: one, path, menu }) => one === id && path !== undefined && menu !== "begin");
    return {
      pages: others.filter(isPage).flatMap(of.command),
      doing: others.filter((one) => !isPage(one)).flatMap(of.command),
      here: shortcuts.filter(({ section }) => section === "page").map(of.shortcut),
      branches: branches.filter(({ id, isActive }) => isActive && id !== activeBranchId).map(of.branch),
      things: (found: readonly Found[]) => found.map(of.thing),
      recentOf: (kept: readonly Recent[], named: readonly Found[]): Choice[] =>
        kept
          .flatMap((one): Choice[] => {
            if (one.kind === "command") return others.filter(({ id }) => id === one.id).flatMap(of.command);
            if (one.kind === "wallet") return [of.wallet(one)];
            return named.filter(({ kind, id }) => kind === one.kind && id === one.id).map(of.thing);
          })
          .map((choice) => ({ ...choice, id: `recent-${choice.id}` })),
    };
  };
}

/** Makes a choice of each kind, with what choosing it does. */
function useChoiceOf({ onRun, onWorkAt, onClose }: PaletteActs) {
  const t = useTranslations("commands.palette");
  const navigation = useNavigation();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  const { user } = useMe();
  const isAdmin = isAdminRole(user.role);
  const choose = (recent: Recent | null, act: () => void) => () => {
    onClose();
    if (recent !== null) rememberRecent(user.id, recent);
    // The focus goes back to where it was before something else takes it.
    requestAnimationFrame(() => requestAnimationFrame(act));
  };
  return {
    command: ({ id, en, ar, place, also }: CommandName): Choice[] => {
      const command = ALL_COMMANDS.find((one) => one.id === id);
      if (command === undefined) return [];
      const keys = command.keys?.[0]?.split(" ").flatMap(printedOf);
      return [
        {
          id: `command-${id}`,
          label: inLanguage({ en, ar }),
          // The other language is named in its own word.
          ...(id === "language" && { lang: language === "en" ? "ar" : "en" }),
          ...(place !== null && { detail: t("in", { place: inLanguage(place) }) }),
          icon: command.icon,
          ...(keys && { keys }),
          texts: [en, ar],
          also,
          onPick: choose({ kind: "command", id: command.id }, () => onRun(command.id)),
        },
      ];
    },
    thing: (found: Found): Choice => ({
      id: `${found.kind}-${found.id}`,
      label: inLanguage(found),
      icon: ICONS[found.kind],
      texts: [found.en, found.ar],
      onPick: choose({ kind: found.kind, id: found.id }, () =>
        navigation.push(pathOf(found, { isAdmin, language })),
      ),
    }),
    wallet: (recent: Extract<Recent, { kind: "wallet" }>): Choice => ({
      id: `wallet-${recent.id}`,
      label: t("wallet", { code: recent.code }),
      icon: WalletCards,
      texts: [],
      onPick: choose(recent, () => navigation.push(`/wallets/${recent.id}`)),
    }),
    shortcut: ({ keys, label, onUse }: Shortcut): Choice => ({
      ...{ id: `here-${keys.join("-")}`, label, icon: Zap, keys: keys.flatMap(printedOf), texts: [label] },
      onPick: choose(null, onUse),
    }),
    branch: ({ id, nameEn, nameAr }: PortalBranch): Choice => ({
      id: `work-${id}`,
      label: t("workAt", { branch: inLanguage({ en: nameEn, ar: nameAr }) }),
      icon: Store,
      texts: [nameEn, nameAr],
      also: [t("branchWords")],
      onPick: choose(null, () => onWorkAt(id)),
    }),
  };
}

/** Where something is looked at; a deal by those who administer none as customers see it. */
function pathOf(
  { kind, id, en, ar }: Found,
  { isAdmin, language }: { isAdmin: boolean; language: "en" | "ar" },
): string {
  switch (kind) {
    case "branch":
      return `/manage/branches?${new URLSearchParams({ text: language === "ar" ? ar || en : en || ar })}`;
    case "deal":
      return isAdmin ? `/manage/deals/${id}` : `/deals/${id}`;
    case "client":
      return `/manage/clients/${id}`;
    case "person":
      return `/manage/staff?person=${id}`;
  }
}
