/** Common style of buttons, and of links that look like buttons. */
export const BUTTON_BASE =
  "wrap-break-word relative max-w-full inline-flex select-none items-center justify-center rounded-lg border font-medium transition-colors " +
  "disabled:cursor-not-allowed disabled:opacity-55 cursor-pointer";

export const BUTTON_VARIANTS = {
  primary:
    "bg-accent text-accent-ink not-disabled:hover:bg-accent-hover not-disabled:active:bg-accent-hover border-transparent",
  secondary:
    "bg-surface text-ink border-line-strong not-disabled:hover:bg-hover not-disabled:active:bg-sunken",
  quiet:
    "bg-transparent text-ink border-transparent not-disabled:hover:bg-hover not-disabled:active:bg-sunken",
  danger:
    "bg-danger text-danger-ink border-transparent not-disabled:hover:bg-danger-hover not-disabled:active:bg-danger-hover",
} as const;
export type ButtonVariant = keyof typeof BUTTON_VARIANTS;

export const BUTTON_SIZES = {
  small: "min-h-9 pointer-coarse:min-h-11 px-3 text-sm gap-1.5",
  medium: "min-h-control px-4 gap-2",
  large: "min-h-14 px-6 text-lg gap-2.5",
} as const;
export type ButtonSize = keyof typeof BUTTON_SIZES;
