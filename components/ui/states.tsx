"use client";

import { CircleAlert, Inbox, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cx } from "./cx";

interface StateProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** 1 where it stands in place of the whole page. */
  headingLevel?: 1 | 2;
}

function State({
  icon,
  tone,
  title,
  children,
  actions,
  headingLevel = 2,
}: StateProps & { icon: ReactNode; tone: string }) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <span className={cx("mb-4 grid size-14 place-items-center rounded-2xl [&_svg]:size-7", tone)}>
        {icon}
      </span>
      <Heading className="font-semibold text-lg">{title}</Heading>
      {children && <div className="mt-2 text-ink-soft">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

/** There is nothing to show, and what can be done about it. */
export function EmptyState({
  icon = <Inbox aria-hidden />,
  ...props
}: StateProps & {
  /** An element, so that pages rendered on the server can name one too. */
  icon?: ReactNode;
}) {
  return <State {...props} icon={icon} tone="bg-sunken text-ink-soft" />;
}

/** Something could not be shown, in the server's own words, with the way to try again. */
export function ErrorState({ children, actions, onRetry, ...props }: StateProps & { onRetry?: () => void }) {
  const t = useTranslations("ui");
  return (
    <div role="alert">
      <State
        {...props}
        icon={<CircleAlert aria-hidden />}
        tone="bg-danger-soft text-danger-soft-ink"
        actions={
          <>
            {onRetry && (
              <Button icon={RotateCw} onPress={onRetry}>
                {t("tryAgain")}
              </Button>
            )}
            {actions}
          </>
        }
      >
        {children}
      </State>
    </div>
  );
}

/** The place of something that is being loaded, of its size, so that nothing moves when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block animate-[shimmer_1.4s_ease-in-out_infinite] rounded-lg bg-sunken", className)}
    />
  );
}

/** Tells screen readers, once, that something is being loaded; its skeletons are for the eye. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t("loading")}</span>
      {children}
    </div>
  );
}
