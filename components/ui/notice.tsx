import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

const KINDS = {
  info: { icon: Info, tone: "bg-accent-soft text-accent-soft-ink" },
  success: { icon: CircleCheck, tone: "bg-success-soft text-success-soft-ink" },
  warning: { icon: TriangleAlert, tone: "bg-warning-soft text-warning-soft-ink" },
  danger: { icon: CircleAlert, tone: "bg-danger-soft text-danger-soft-ink" },
} as const;

export interface NoticeProps {
  kind: keyof typeof KINDS;
  children: ReactNode;
  /** Read out as soon as it appears: for what the user has just caused. */
  isAnnounced?: boolean;
  actions?: ReactNode;
  className?: string;
}

/** A sentence or two within the page that should not be missed. */
export function Notice({ kind, children, isAnnounced = false, actions, className }: NoticeProps) {
  const { icon: Icon, tone } = KINDS[kind];
  return (
    <div
      {...(isAnnounced && { role: "alert" })}
      className={cx("flex items-start gap-3 rounded-xl px-4 py-3", tone, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
    </div>
  );
}
