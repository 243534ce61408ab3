"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from "react-aria-components/Toast";
import { Button } from "./button";
import { cx } from "./cx";
import { IconButton } from "./icon-button";
import { subscribeToToasts, type ToastMessage, takeToasts } from "./toast-queue";

/** Short enough not to be in the way, long enough to be read; a problem stays until it is put away. */
const SHOWN_MS = 6_000;
/** How long something can be done about what is said. */
const ACTION_MS = 10_000;
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

const KINDS = {
  success: { icon: CircleCheck, tone: "text-success" },
  problem: { icon: CircleAlert, tone: "text-danger" },
  info: { icon: Info, tone: "text-accent" },
} as const;

function timeoutOf({ kind, action }: ToastMessage): { timeout?: number } {
  if (action !== undefined) return { timeout: ACTION_MS };
  return kind === "problem" ? {} : { timeout: SHOWN_MS };
}

/** The toasts themselves; see {@link Toasts}. */
export function ToastRegion() {
  useEffect(() => {
    const show = () => {
      for (const message of takeToasts()) queue.add(message, timeoutOf(message));
    };
    show();
    return subscribeToToasts(show);
  }, []);
  const t = useTranslations("ui");
  return (
    <AriaToastRegion
      queue={queue}
      aria-label={t("notifications")}
      className="toasts pointer-events-none fixed inset-x-4 bottom-36 z-50 flex flex-col items-end gap-2 outline-none md:bottom-24 max-md:in-[:root[data-sale]]:top-2 max-md:in-[:root[data-sale]]:bottom-auto print:hidden"
    >
      {({ toast }) => {
        const { icon: Icon, tone } = KINDS[toast.content.kind];
        return (
          <AriaToast
            toast={toast}
            className="pointer-events-auto flex w-full max-w-sm animate-[rise_160ms] items-start gap-3 rounded-xl border border-line bg-raised p-4 text-ink shadow-floating"
          >
            <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", tone)} />
            <ToastContent className="min-w-0 flex-1">
              <Text slot="title" className="block font-medium">
                {toast.content.title}
              </Text>
              {toast.content.detail && (
                <Text slot="description" className="block text-ink-soft text-sm">
                  {toast.content.detail}
                </Text>
              )}
              {toast.content.action && (
                <Button
                  size="small"
                  className="mt-2"
                  onPress={() => {
                    queue.close(toast.key);
                    toast.content.action?.onAction();
                  }}
                >
                  {toast.content.action.label}
                </Button>
              )}
            </ToastContent>
            <IconButton
              icon={X}
              label={t("close")}
              className="-me-2 -mt-2"
              onPress={() => queue.close(toast.key)}
            />
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
