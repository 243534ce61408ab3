"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useContext } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { DialogProps } from "@/components/ui/open-dialog";
import { ChangeMeanwhile } from "./change-meanwhile";
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

/**
 * Asks before something that others notice is done, and says in words what that is. A record that was changed since the dialog was opened
 * is shown as it is now, and takes one press more.
 */
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
  const meanwhile = useContext(ChangeMeanwhile);
  const change = isPending ? null : meanwhile;
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
            onPress={change?.agree ?? onConfirm}
          >
            {change ? t("goOn") : confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {change && (
          <Notice kind="warning" isAnnounced>
            {t("changedMeanwhile")}
          </Notice>
        )}
        {children}
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}
