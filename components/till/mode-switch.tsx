"use client";

import { CircleMinus, CirclePlus, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { Pressable } from "@/components/ui/pressable";
import { UndoIcon } from "@/components/ui/undo-icon";
import type { TillRefusal, TillWallet, WalletAlert } from "@/lib/areas/wallets/shown-schemas";
import type { ServeDraft } from "./serve-draft";
import { ShortcutHint } from "./shortcut-hint";

const MODES = [
  { mode: "reward", icon: CirclePlus, shortcut: "F2" },
  { mode: "redeem", icon: CircleMinus, shortcut: "F4" },
] as const;

const CHOICE =
  "flex min-h-16 min-w-0 flex-col items-center justify-center gap-1 short:min-h-14 short:flex-row short:gap-2 rounded-xl border px-2 py-2 text-center leading-tight transition-colors";

interface ModeSwitchProps {
  mode: ServeDraft["mode"];
  refusals: TillWallet["refusals"];
  alerts: TillWallet["alerts"];
  onChange: (mode: ServeDraft["mode"]) => void;
  onReverse: () => void;
}

/** Operations for the customer, each with its key. An operation that every amount would be refused for is switched off, and says why. */
export function ModeSwitch({ mode, refusals, alerts, onChange, onReverse }: ModeSwitchProps) {
  const t = useTranslations("till.serve");
  const reasonId = useId();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; this is what to do. */}
      <div role="group" aria-label={t("title")} className="grid grid-cols-3 gap-2">
        {MODES.map(({ mode: choice, icon, shortcut }) => {
          const isOff = refusals[choice] !== null;
          const isChosen = mode === choice && !isOff;
          return (
            <Pressable
              key={choice}
              aria-pressed={isChosen}
              {...(isOff
                ? { "aria-disabled": true, "aria-describedby": reasonId }
                : { onPress: () => onChange(choice) })}
              className={cx(
                CHOICE,
                isChosen
                  ? "border-accent bg-accent-soft font-semibold text-accent-soft-ink"
                  : "border-line-strong bg-surface",
                isOff ? "cursor-not-allowed opacity-55" : "cursor-pointer",
                !isOff && !isChosen && "hover:bg-hover",
              )}
            >
              <Label icon={icon} shortcut={shortcut}>
                {t(choice)}
              </Label>
            </Pressable>
          );
        })}
        <Pressable
          onPress={onReverse}
          className={cx(CHOICE, "cursor-pointer border-line-strong bg-surface hover:bg-hover")}
        >
          <Label icon={UndoIcon} shortcut="F8">
            {t("reverse")}
          </Label>
        </Pressable>
      </div>
      <Reason id={reasonId} refusals={refusals} alerts={alerts} />
    </>
  );
}

/** Alerts that say why nothing can be done: they stand here, and not once more on the card. */
export const STOPS: readonly WalletAlert[] = ["suspended", "blocked", "closed", "merged", "not_opted_in"];

/** The interface's code of a balance that does not suffice: for any amount, there is none. */
const NO_POINTS = "1301";

/** Why something is switched off. That there are no points to take is seen often; that nothing can be done is told at once. */
function Reason({
  id,
  refusals: { reward, redeem },
  alerts,
}: { id: string } & Pick<TillWallet, "refusals" | "alerts">) {
  const alertText = useTranslations("till.alerts");
  const t = useTranslations("till.serve.refused");
  const inLanguage = useInLanguage();
  const wordsOf = (act: "reward" | "redeem" | "both", refusal: TillRefusal | null) => {
    if (refusal === null) return [];
    const isEmpty = act === "redeem" && refusal.code === NO_POINTS;
    return [isEmpty ? t("noPoints") : t(act, { reason: inLanguage(refusal.message) })];
  };
  const ofWallet = alerts.find((alert) => STOPS.includes(alert));
  const lines =
    reward?.code === redeem?.code
      ? wordsOf("both", reward)
      : [...wordsOf("reward", reward), ...wordsOf("redeem", redeem)];
  const text = <p id={id}>{lines.join(" ")}</p>;
  // The way out stands above: the customer agrees.
  if (alerts.includes("not_opted_in") && ofWallet === "not_opted_in")
    return (
      <p id={id} className="sr-only">
        {alertText(ofWallet)}
      </p>
    );
  if (reward !== null && redeem !== null)
    return (
      <Notice kind="danger" isAnnounced>
        {ofWallet === undefined ? text : <p id={id}>{alertText(ofWallet)}</p>}
      </Notice>
    );
  return lines.length > 0 && <div className="text-ink-soft text-sm">{text}</div>;
}

function Label({ icon: Icon, shortcut, children }: { icon: LucideIcon; shortcut: string; children: string }) {
  return (
    <>
      <span className="flex items-center gap-2 max-sm:flex-col max-sm:gap-0.5 max-sm:text-sm">
        <Icon aria-hidden className="size-5 shrink-0" />
        {children}
      </span>
      <ShortcutHint>{shortcut}</ShortcutHint>
    </>
  );
}
