import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Info,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

const TONES = {
  neutral: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent-soft-ink",
  success: "bg-success-soft text-success-soft-ink",
  warning: "bg-warning-soft text-warning-soft-ink",
  danger: "bg-danger-soft text-danger-soft-ink",
} as const;
export type Tone = keyof typeof TONES;

const ICONS: Record<Tone, LucideIcon> = {
  neutral: CircleDashed,
  accent: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

/** A word set apart. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "wrap-break-word inline-flex max-w-full items-center gap-1.5 rounded-2xl px-2.5 py-0.5 font-medium text-sm",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** More than this is not counted out. */
const COUNTED_MAX = 99;

/** How many of something there are, beside the word that it belongs to; `label` says it in words, for screen readers. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className="inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 font-medium text-accent-ink text-xs">
      <span aria-hidden className="figures" dir="ltr">
        {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** A state, told three times: by icon, word and colour. */
export function Status({ tone, icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  const Icon = icon ?? ICONS[tone];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </Badge>
  );
}

/** Whether a record is in use, in the words that its list has for that. */
export function ActiveStatus({ isActive, on, off }: { isActive: boolean; on: string; off: string }) {
  return isActive ? (
    <Status tone="success">{on}</Status>
  ) : (
    <Status tone="neutral" icon={OffIcon}>
      {off}
    </Status>
  );
}

/** The icon of something that is switched off or not allowed. */
export const OffIcon = CircleSlash;
