"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { cx } from "./cx";

import { IconButton } from "./icon-button";
import { openDialogs } from "./is-dialog-open";

const SIZES = { small: "max-w-sm", medium: "max-w-lg", large: "max-w-3xl" } as const;
const SCRIM = "fixed inset-0 z-50 bg-scrim data-entering:animate-[appear_120ms] print:hidden";

/** See {@link Dialog}. */
export function OpenDialog({ role = "dialog", size = "medium", ...props }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={() => props.onClose()}
      isDismissable={props.isDismissable ?? true}
      isKeyboardDismissDisabled={props.isDismissable === false}
      className={cx(SCRIM, "flex items-end justify-center sm:items-center sm:p-6")}
    >
      <Modal
        className={cx(
          "max-h-[calc(100dvh-2rem)] low:max-h-dvh w-full data-entering:animate-[rise_160ms] scroll-pb-24 overflow-auto rounded-t-2xl border border-line bg-raised text-ink shadow-floating sm:rounded-2xl",
          SIZES[size],
        )}
      >
        <OverlayContent role={role} {...props} />
      </Modal>
    </ModalOverlay>
  );
}

/** See {@link Drawer}. */
export function OpenDrawer(props: OverlayProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={() => props.onClose()}
      isDismissable={props.isDismissable ?? true}
      className={cx(SCRIM, "drawer flex justify-end [.drawer~&]:bg-transparent")}
    >
      <Modal className="h-[min(100dvh,var(--visual-viewport-height))] w-full max-w-md data-entering:animate-[appear_160ms] scroll-pb-24 overflow-auto border-line border-s bg-raised text-ink shadow-floating">
        <OverlayContent role="dialog" {...props} />
      </Modal>
    </ModalOverlay>
  );
}

function OverlayContent({
  role,
  title,
  children,
  actions,
  isDismissable = true,
  onClose,
}: OverlayProps & { role: "dialog" | "alertdialog" }) {
  const t = useTranslations("ui");
  const dialog = useRef<HTMLElement>(null);
  useEscapeFromNowhere(dialog, () => isDismissable && onClose());
  useFieldOverDialog(dialog);
  return (
    <AriaDialog ref={dialog} role={role} className="flex min-h-full flex-col outline-none">
      <header className="flex items-start gap-3 px-5 pt-5 low:pt-3">
        <Heading slot="title" className="min-w-0 flex-1 font-semibold text-xl">
          {title}
        </Heading>
        {isDismissable && (
          <IconButton icon={X} label={t("close")} className="-me-2 -mt-2" onPress={onClose} />
        )}
      </header>
      <div className="flex-1 px-5 py-4 low:py-3">{children}</div>
      {actions && (
        <footer className="sticky bottom-0 flex flex-wrap justify-end gap-3 border-line border-t bg-raised px-5 py-4">
          {actions}
        </footer>
      )}
    </AriaDialog>
  );
}

/** Gives the focus to the field that asked for it: over another dialog, that one's trap takes the focus back while this one opens. */
function useFieldOverDialog(dialog: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === dialog.current)
        dialog.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [dialog]);
}

/**
 * Escape for the uppermost dialog while nothing has the keyboard: when one closes over another, the browser gives the focus back a
 * frame later, or several on a slow machine.
 */
function useEscapeFromNowhere(dialog: RefObject<HTMLElement | null>, onEscape: () => void) {
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.target !== document.body) return;
    if (openDialogs().at(-1) === dialog.current) onEscape();
  });
  useEffect(() => {
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, []);
}

export interface OverlayProps {
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons at the end, the most likely one last. */
  actions?: ReactNode;
  /** False for what must be answered: no cross, no Escape, no pressing beside it. */
  isDismissable?: boolean;
}

export interface DialogProps extends OverlayProps {
  role?: "dialog" | "alertdialog";
  size?: "small" | "medium" | "large";
}
