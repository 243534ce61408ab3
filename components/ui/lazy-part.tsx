"use client";

import { useTranslations } from "next-intl";
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";
import { cx } from "./cx";
import { useTakenOver } from "./use-taken-over";

interface LazyPartOptions {
  /** Holds its place until it has come. */
  whileLoading?: ReactNode;
  /** The part covers the page, as one with `onClose` does by itself: its failure is seen wherever the page is scrolled to. */
  isOverlay?: boolean;
}

/**
 * A component that is fetched when it is first shown. One that cannot be fetched takes down nothing but itself: its place says so, and it
 * can be fetched again. A dialog (with `onClose`) can also be given up. Errors thrown by the loaded component are not caught here.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { whileLoading = null, isOverlay }: LazyPartOptions = {},
): ComponentType<Props> {
  let arrival: Promise<{ default: ComponentType<Props> }> | undefined;
  let hasCome = false;
  const attempt = async () => {
    try {
      const part = { default: await load() };
      hasCome = true;
      return part;
    } catch (cause) {
      next = begin();
      throw new PartNotLoaded(cause);
    }
  };
  // React keeps the rejection of a lazy component for good: each attempt takes a new one.
  const begin = (): ComponentType<Props> =>
    lazy(() => {
      arrival = attempt();
      return arrival;
    });
  let next = begin();
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module begins.
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => next);
    const [isHere, setHere] = useState(hasCome);
    useEffect(() => {
      if (isHere) return;
      let isShown = true;
      // By itself, React would wait until its place has been held for 300 ms, and show it some time before it takes keys.
      const show = () => isShown && flushSync(() => setHere(true));
      arrival?.then(show, () => undefined);
      return () => {
        isShown = false;
      };
    });
    const { onClose } = props as { onClose?: () => void };
    return (
      <PartBoundary
        part={Part}
        failed={
          <PartFailed
            isOverlay={isOverlay ?? onClose !== undefined}
            onRetry={() => setPart(() => next)}
            {...(onClose !== undefined && { onClose })}
          />
        }
      >
        <Suspense fallback={whileLoading}>
          <Served>
            <Part {...props} />
          </Served>
        </Suspense>
      </PartBoundary>
    );
  };
}

/** Marks the edges of a part that the server sent until React has taken it over, for `components/shell/early-acts.ts`. */
function Served({ children }: { children: ReactNode }) {
  const isWaiting = !useTakenOver();
  return (
    <>
      {isWaiting && <template data-waiting="from" />}
      {children}
      {isWaiting && <template data-waiting="to" />}
    </>
  );
}

class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super("A part of the page could not be loaded", { cause });
  }
}

interface BoundaryProps {
  /** The attempt that is shown. */
  part: unknown;
  failed: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  part: unknown;
  error: unknown;
}

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { part: this.props.part, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  /** A new attempt knows nothing of the failure of the one before. */
  static getDerivedStateFromProps({ part }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return part === state.part ? null : { part, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartNotLoaded)) throw error;
    return this.props.failed;
  }
}

function PartFailed({
  isOverlay,
  onRetry,
  onClose,
}: {
  isOverlay: boolean;
  onRetry: () => void;
  onClose?: () => void;
}) {
  const t = useTranslations("ui");
  return (
    <div
      role="alert"
      className={cx(
        "flex flex-wrap items-center gap-3 rounded-xl bg-danger-soft px-4 py-3 text-danger-soft-ink",
        isOverlay && "fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg shadow-card",
      )}
    >
      <p className="min-w-48 flex-1">{t("partFailed")}</p>
      <Button size="small" onPress={onRetry}>
        {t("tryAgain")}
      </Button>
      {onClose && (
        <Button size="small" variant="quiet" onPress={onClose}>
          {t("close")}
        </Button>
      )}
    </div>
  );
}
