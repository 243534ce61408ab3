"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { cx } from "./cx";
import { IconButton } from "./icon-button";

export interface ToastMessage {
  kind: "success" | "problem" | "info";
  title: string;
  detail?: string;
}

/** Short enough not to be in the way, long enough to be read; a problem stays until it is put away. */
const SHOWN_MS = 6_000;
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Says something that needs no answer. What matters more belongs on the page itself. */
export function toast(message: ToastMessage): void {
  queue.add(message, message.kind === "problem" ? {} : { timeout: SHOWN_MS });
}

const KINDS = {
  success: { icon: CircleCheck, tone: "text-success" },
  problem: { icon: CircleAlert, tone: "text-danger" },
  info: { icon: Info, tone: "text-accent" },
} as const;

/** Where toasts appear; once in the page. */
export function Toasts() {
  const t = useTranslations("ui");
  return (
    <ToastRegion
      queue={queue}
      aria-label={t("notifications")}
      className="fixed inset-x-4 bottom-20 z-50 flex flex-col items-end gap-2 outline-none sm:bottom-6 print:hidden"
    >
      {({ toast }) => {
        const { icon: Icon, tone } = KINDS[toast.content.kind];
        return (
          <AriaToast
            toast={toast}
            className="flex w-full max-w-sm animate-[rise_160ms] items-start gap-3 rounded-xl border border-line bg-raised p-4 text-ink shadow-floating"
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
            </ToastContent>
            <IconButton icon={X} label={t("close")} slot="close" className="-me-2 -mt-2" />
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
