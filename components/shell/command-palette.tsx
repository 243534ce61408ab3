"use client";

import { useTranslations } from "next-intl";
import { useLayoutEffect, useState } from "react";
import { useErrorText } from "@/components/kit/use-language";
import { Palette } from "@/components/ui/palette";
import { takeTypedAhead } from "./typed-ahead";
import { type PaletteActs, type PalettePurpose, useCommandGroups } from "./use-command-groups";
import { useWalletChoice } from "./use-wallet-choice";

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
