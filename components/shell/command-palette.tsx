"use client";

import { WalletCards } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useNavigation } from "@/components/kit/use-navigation";
import { Code, Points } from "@/components/ui/format";
import { Palette, type PaletteGroup, type PaletteItem } from "@/components/ui/palette";
import { useLookup } from "@/components/wallet/use-wallet";
import type { LookupAnswer, WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { isAdminRole } from "@/lib/portal/acts/roles";
import { rememberRecent } from "./recent-commands";
import { takeTypedAhead } from "./typed-ahead";
import {
  type PaletteActs,
  type PalettePurpose,
  useCommandGroups,
  type WalletCommand,
} from "./use-command-groups";

/**
 * Goes anywhere and does anything that the reader may, by name. Wallets are looked up when that is chosen and not while something is
 * typed: each look-up counts, as at the till. A `purpose` that is an act on a wallet asks for the wallet only, and begins the act there.
 */
export function CommandPalette({ purpose, ...acts }: PaletteActs & { purpose: PalettePurpose }) {
  const { onClose } = acts;
  const t = useTranslations("commands.palette");
  const { textOf } = useErrorText();
  const act = purpose === "commands" ? null : purpose;
  const [text, setText] = useState("");
  // Added to what there is: React runs this again when something in the palette had to be fetched as well.
  useLayoutEffect(() => setText((present) => present + takeTypedAhead()), []);
  const typed = text.trim();
  const wallets = useWalletChoice(typed, { act, onClose });
  const commands = useCommandGroups(act === null ? typed : null, acts);
  const groups = act !== null || wallets.isAnswered ? [wallets.group] : [...commands.groups, wallets.group];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isBusy = commands.isPending || wallets.isPending;
  const placeholder = t(act === null ? "placeholder" : `whose.${act}`);
  const nothing = act !== null && typed === "" ? placeholder : t("none");
  const problem = commands.error === null ? null : textOf(commands.error);
  const message = wallets.message ?? problem;
  return (
    <Palette
      label={t("title")}
      placeholder={placeholder}
      text={text}
      onText={(changed) => {
        wallets.forget();
        setText(changed);
      }}
      listLabel={t("results")}
      groups={groups}
      empty={message ?? (isBusy ? t("looking") : nothing)}
      note={count > 0 ? message : null}
      status={isBusy ? "" : (message ?? t("count", { count }))}
      isBusy={isBusy}
      hint={t("keys")}
      onClose={onClose}
    />
  );
}

/** One character is no code, number or name. */
const SOUGHT_MIN = 2;
/** The end of a code, as lib/platform/mask.ts has it: half of it at most. */
function endOf(code: string): string {
  return `…${code.slice(code.length - Math.min(4, Math.floor(code.length / 2)))}`;
}

/** Outcome of a look-up that led to no single wallet. */
type Answered = { candidates: readonly WalletCandidate[]; message: string | null };

/** Words or wallets for every look-up that led to no single wallet. */
export function answeredBy(
  answer: Exclude<LookupAnswer, { kind: "wallet" | "entry" }>,
  t: ReturnType<typeof useTranslations<"commands.palette">>,
): Answered {
  switch (answer.kind) {
    case "candidates":
      return { candidates: answer.candidates, message: answer.hasMore ? t("moreWallets") : null };
    case "coupon": {
      const number = printedCouponNumber(answer.number);
      return { candidates: [], message: t("nobodysCoupon", { number }) };
    }
    case "nothing":
      return { candidates: [], message: t("noneWallet") };
  }
}

/**
 * The way from what was typed to a wallet: one choice that looks it up, by the till's own search, and after that the wallets that may be
 * meant, masked.
 */
function useWalletChoice(
  typed: string,
  { act, onClose }: { act: WalletCommand | null; onClose: () => void },
) {
  const t = useTranslations("commands.palette");
  const navigation = useNavigation();
  const { user } = useMe();
  const { textOf } = useErrorText();
  const lookup = useLookup();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const open = (walletId: number, code: string, entryId?: number) => {
    onClose();
    // Others open only wallets that they were just led to.
    if (isAdminRole(user.role)) rememberRecent(user.id, { kind: "wallet", id: walletId, code });
    const query = act !== null ? `?act=${act}` : entryId === undefined ? "" : `?entry=${entryId}`;
    navigation.push(`/wallets/${walletId}${query}`);
  };
  const take = (answer: LookupAnswer) => {
    if (answer.kind === "wallet") open(answer.wallet.id, endOf(answer.wallet.walletCode));
    else if (answer.kind === "entry") open(answer.wallet.id, endOf(answer.wallet.walletCode), answer.entryId);
    else setAnswered(answeredBy(answer, t));
  };
  const look = () => {
    if (lookup.isPending) return;
    lookup
      .mutateAsync(typed)
      .then(take, (thrown) => setAnswered({ candidates: [], message: textOf(toPortalError(thrown)) }));
  };
  const begin: PaletteItem = {
    id: "find-wallet",
    label: t("findWallet", { text: typed }),
    icon: WalletCards,
    onPick: look,
  };
  const items: PaletteItem[] =
    answered === null
      ? typed.length < SOUGHT_MIN
        ? []
        : [begin]
      : answered.candidates.map(({ walletId, name, codeHint, mobile, balance, entry }) => ({
          id: `wallet-${walletId}-${entry?.id ?? ""}`,
          label: name ?? t("wallet", { code: codeHint }),
          detail: (
            <>
              <Code>{codeHint}</Code> · <Code>{mobile}</Code> · <Points value={balance} />
            </>
          ),
          icon: WalletCards,
          onPick: () => open(walletId, codeHint, entry?.id),
        }));
  const group: PaletteGroup = { id: "wallets", title: t("groups.wallets"), items };
  return {
    group,
    /** A look-up was answered, and something may be to be chosen. */
    isAnswered: answered !== null,
    message: answered?.message ?? null,
    isPending: lookup.isPending,
    forget: () => setAnswered(null),
  };
}
