"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Pressable } from "@/components/ui/pressable";
import { CandidateFacts } from "@/components/wallet/candidate-facts";
import type { WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { toLatinDigits } from "@/lib/platform/digits";
import { type NewCustomer, newCustomerOf } from "./new-customer";
import { GAP_MS_MAX, PAUSE_MS } from "./scan-burst";
import { ShortcutHint } from "./shortcut-hint";
import type { CandidateList } from "./till-types";

/**
 * A digit picks a wallet; the first digit of a code, a PIN or a bill does not, be it a scanner's or a hand's. Where the rest arrives late,
 * a scan takes the place of the picked wallet.
 */
function pickUnlessScanned(atMs: number, pick: () => void): void {
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKey, { capture: true });
  };
  const onKey = ({ key, timeStamp }: KeyboardEvent) => {
    end();
    const isOfNumber = key.length === 1 || timeStamp - atMs <= GAP_MS_MAX;
    if (!isOfNumber || timeStamp - atMs > PAUSE_MS) pick();
  };
  const timer = setTimeout(() => {
    end();
    pick();
  }, PAUSE_MS);
  window.addEventListener("keydown", onKey, { capture: true });
}

/** Wallets that the searched text may mean, or a customer who has none yet. */
export function Candidates({
  list: { text, sought, candidates, hasMore },
  onPick,
  onNew,
}: {
  list: CandidateList;
  /** `keyAtMs`: by a key, at that time in milliseconds of the page. */
  onPick: (candidate: WalletCandidate, keyAtMs?: number) => void;
  /** Absent: this user opens no wallets. */
  onNew?: ((customer: NewCustomer) => void) | undefined;
}) {
  const t = useTranslations("till.candidates");
  const list = useRef<HTMLUListElement>(null);
  const pressAtMs = useRef<number | undefined>(undefined);
  const buttons = () => [...(list.current?.querySelectorAll("button") ?? [])];
  const onKey = (event: React.KeyboardEvent) => {
    pressAtMs.current = event.timeStamp;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const all = buttons();
      const at = all.indexOf(document.activeElement as HTMLButtonElement);
      all.at((at + step + all.length) % all.length)?.focus();
      event.preventDefault();
    }
    const number = Number(toLatinDigits(event.key));
    // A scanner that types characters by their numbers holds Alt.
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
    const picked = Number.isInteger(number) && isPlain ? candidates[number - 1] : undefined;
    if (picked !== undefined) pickUnlessScanned(event.timeStamp, () => onPick(picked, event.timeStamp));
  };
  const count = candidates.length;
  const customer = sought === "mobile" ? null : newCustomerOf(sought, text);
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 className="font-semibold text-lg">
        {sought === "mobile" ? t("title", { count }) : t("found", { count, text: text })}
      </h2>
      <p className="mt-1 text-ink-soft">{t(count === 1 ? "leadOne" : "lead")}</p>
      <ul
        ref={list}
        className="mt-4 grid gap-2"
        onKeyDownCapture={onKey}
        onPointerDownCapture={() => {
          pressAtMs.current = undefined;
        }}
      >
        {candidates.map((candidate, place) => (
          <li key={`${candidate.walletId}/${candidate.entry?.id}`}>
            <Pressable
              autoFocus={place === 0}
              onPress={() => onPick(candidate, pressAtMs.current)}
              className="flex w-full cursor-pointer items-center gap-4 rounded-xl border border-line-strong bg-surface px-4 py-3 text-start hover:bg-hover"
            >
              {place < 9 && <ShortcutHint>{String(place + 1)}</ShortcutHint>}
              <CandidateFacts candidate={candidate} />
            </Pressable>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Notice kind="info" className="mt-4">
          {t(sought === "name" ? "moreLetters" : "moreDigits")}
        </Notice>
      )}
      {customer !== null && onNew && <NoneOfThese onNew={() => onNew(customer)} />}
    </section>
  );
}

/** The way to a wallet for a customer who is none of the candidates. */
function NoneOfThese({ onNew }: { onNew: () => void }) {
  const t = useTranslations("till");
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-ink-soft">{t("candidates.none")}</p>
      <Button icon={UserPlus} onPress={onNew}>
        {t("enrol.title")}
      </Button>
    </div>
  );
}
