"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { PortalError } from "./error";
import { LeaveDialog, useUnsavedWork } from "./unsaved-guard";
import { useErrorText } from "./use-language";

export interface FormDrawerProps {
  title: string;
  submitLabel: string;
  /** Whether closing would lose something that was typed. */
  isDirty: boolean;
  isPending: boolean;
  /** False while there is nothing to send yet. */
  isReady?: boolean;
  isDangerous?: boolean;
  /** What the last attempt came to; what concerns one field is shown there. */
  error: PortalError | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form at the end side of the page. What was typed stays through every failure, and is not lost by closing the panel,
 * leaving the page or going back without being asked.
 */
export function FormDrawer({
  title,
  submitLabel,
  isDirty,
  isPending,
  isReady = true,
  isDangerous = false,
  error,
  onSubmit,
  onClose,
  children,
}: FormDrawerProps) {
  const t = useTranslations("desk");
  const { textOf } = useErrorText();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useUnsavedWork(isDirty);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  const close = () => (isDirty ? unsaved.ask(onClose) : onClose());
  return (
    <Drawer
      isOpen
      onOpenChange={close}
      title={title}
      actions={
        <>
          <Button onPress={close}>{t("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? "danger" : "primary"}
            isPending={isPending}
            isDisabled={!isReady}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && isReady) onSubmit();
        }}
      >
        {error && error.code !== "conflict" && (
          <Notice kind="danger" isAnnounced>
            {textOf(error)}
          </Notice>
        )}
        {children}
      </form>
      <LeaveDialog {...unsaved} />
    </Drawer>
  );
}
