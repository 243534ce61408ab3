"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Code, Points } from "@/components/ui/format";
import { Pressable } from "@/components/ui/pressable";
import type { WalletCandidate } from "@/lib/areas/till/schemas";
import { toLatinDigits } from "@/lib/platform/digits";
import { ShortcutHint } from "./mode-switch";
import { Tier } from "./tier";
import { WalletStatus } from "./wallet-status";

/** Longer than the time between two keys of a scanner, and too short to be noticed. */
const LONE_KEY_MS = 60;

/** A digit picks a wallet; the first digit of the next customer's code does not. */
function pickUnlessScanned(pick: () => void): void {
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", end, { capture: true });
  };
  const timer = setTimeout(() => {
    end();
    pick();
  }, LONE_KEY_MS);
  window.addEventListener("keydown", end, { capture: true });
}

/** The wallets of one mobile number, with as little about them as tells them apart. */
export function Candidates({
  candidates,
  onPick,
}: {
  candidates: readonly WalletCandidate[];
  onPick: (walletId: number) => void;
}) {
  const t = useTranslations("till");
  const list = useRef<HTMLUListElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll("button") ?? [])];
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const all = buttons();
      const at = all.indexOf(document.activeElement as HTMLButtonElement);
      all.at((at + step + all.length) % all.length)?.focus();
      event.preventDefault();
    }
    const number = Number(toLatinDigits(event.key));
    const picked = Number.isInteger(number) && !event.repeat ? candidates[number - 1] : undefined;
    if (picked !== undefined) pickUnlessScanned(() => onPick(picked.walletId));
  };
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 className="font-semibold text-lg">{t("candidates.title", { count: candidates.length })}</h2>
      <p className="mt-1 text-ink-soft">{t("candidates.lead")}</p>
      <ul ref={list} className="mt-4 grid gap-2" onKeyDown={onKey}>
        {candidates.map((candidate, place) => (
          <li key={candidate.walletId}>
            <Pressable
              autoFocus={place === 0}
              onPress={() => onPick(candidate.walletId)}
              className="flex w-full cursor-pointer items-center gap-4 rounded-xl border border-line-strong bg-surface px-4 py-3 text-start hover:bg-hover"
            >
              {place < 9 && <ShortcutHint>{String(place + 1)}</ShortcutHint>}
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
                <span className="min-w-0 flex-1 basis-40">
                  <bdi className="block font-semibold text-lg">{candidate.name ?? t("wallet.noName")}</bdi>
                  <span className="block text-ink-soft text-sm">
                    {t("candidates.code")} <Code>{candidate.codeHint}</Code>
                  </span>
                </span>
                <span className="flex min-w-0 flex-wrap items-center gap-2 sm:justify-end">
                  <Points value={candidate.balance} className="font-semibold" />
                  <Tier {...candidate.segment} />
                  {candidate.statusId !== 1 && <WalletStatus statusId={candidate.statusId} />}
                </span>
              </span>
            </Pressable>
          </li>
        ))}
      </ul>
    </section>
  );
}
