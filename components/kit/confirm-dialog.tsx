"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { DialogProps } from "@/components/ui/open-dialog";
import type { PortalError } from "./error";
import { Refusal } from "./refusal";

export interface ConfirmProps {
  title: string;
  confirmLabel: string;
  /** "Cancel" by default. */
  cancelLabel?: string;
  isDangerous?: boolean;
  /** False while what it would do is not known yet. */
  isReady?: boolean;
  isPending?: boolean;
  error?: PortalError | null;
  size?: DialogProps["size"];
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something that others notice is done, and says in words what that is. */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel,
  isDangerous = false,
  isReady = true,
  isPending = false,
  error = null,
  size,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const t = useTranslations("ui");
  return (
    <Dialog
      role="alertdialog"
      {...(size !== undefined && { size })}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{cancelLabel ?? t("cancel")}</Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            isDisabled={!isReady}
            isPending={isPending}
            onPress={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}
