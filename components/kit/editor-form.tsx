"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, Drawer } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import type { DialogProps } from "@/components/ui/open-dialog";
import { ChangeMeanwhile } from "./change-meanwhile";
import { ConfirmDialog, type ConfirmProps } from "./confirm-dialog";
import { ConflictNotice, type DescribeField } from "./conflict-notice";
import type { PortalError } from "./error";
import { beginTyping, showFirstProblem } from "./first-problem";
import { noticeKindOf } from "./refusal";
import { SecondPersonNote } from "./second-person-note";
import { LeaveDialog, useUnsavedWork } from "./unsaved-guard";
import type { Editor } from "./use-editor";
import { useErrorText } from "./use-language";

interface EditorFormProps<Fields extends object> {
  editor: Editor<Fields>;
  /** Fields in words, for the conflicts of a record that others edit too. */
  describe?: DescribeField<Fields>;
  /** Asked for in place of saving: what is to be saved is shown first. */
  onReview?: () => void;
  /** Text for an error that the server's words do not explain here. */
  errorText?: (error: PortalError) => string | undefined;
  id?: string;
  /** Name of the form, where no title above it gives one. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The form of an {@link Editor}: what the last attempt came to stands above the fields. The first wrong field is brought into
 * view and focused; where none is marked, what stands above is. Over the page it begins with the focus in its first field.
 */
export function EditorForm<Fields extends object>({
  editor,
  describe,
  onReview,
  errorText,
  id,
  label,
  isOverPage = false,
  className = "grid gap-5",
  children,
}: EditorFormProps<Fields> & { isOverPage?: boolean }) {
  const { textOf } = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const [isUnmarked, setUnmarked] = useState(false);
  const { failures, error, problems } = editor;
  useLayoutEffect(() => {
    if (isOverPage) beginTyping(form.current);
  }, [isOverPage]);
  useEffect(() => {
    if (failures > 0) setUnmarked(!showFirstProblem(form.current));
  }, [failures]);
  const text = error
    ? (errorText?.(error) ?? textOf(error))
    : isUnmarked && problems.length > 0
      ? problems.join(" ")
      : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said again, it is shown again.
  useEffect(() => {
    if (isUnmarked && text !== null) notice.current?.scrollIntoView({ block: "center" });
  }, [isUnmarked, text, failures]);
  return (
    <Form
      id={id}
      ref={form}
      aria-label={label}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (onReview) editor.check(onReview);
        else editor.submit();
      }}
    >
      {describe && <ConflictNotice editor={editor} describe={describe} />}
      {text !== null && (
        <div ref={notice}>
          <Notice kind={noticeKindOf(editor.error)} isAnnounced>
            {text}
          </Notice>
        </div>
      )}
      {children}
      {!isOverPage && <EditorNote editor={editor} />}
    </Form>
  );
}

/**
 * The form at the end side of the page. Typed values stay through every failure; closing the panel, leaving the page and going back ask
 * first.
 */
export function EditorDrawer<Fields extends object>({
  title,
  submitLabel,
  primary,
  isReady = true,
  review,
  onClose,
  editor,
  ...form
}: Omit<EditorFormProps<Fields>, "onReview"> & {
  title: string;
  submitLabel: string;
  /** A dialog that shows changes before they are saved. */
  review?: Pick<ConfirmProps, "title" | "confirmLabel" | "children">;
  /** A button that does more than save: saving stands back behind it. */
  primary?: ReactNode;
  /** False while there is nothing to send yet. */
  isReady?: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("ui");
  const formId = useId();
  const unsaved = useUnsavedWork(editor.isDirty);
  const [isReviewing, setReviewing] = useState(false);
  const close = () => (editor.isDirty ? unsaved.ask(onClose) : onClose());
  return (
    <Followed>
      <Drawer
        onClose={close}
        title={title}
        actions={
          <>
            <EditorNote editor={editor} />
            <Button onPress={close}>{t("cancel")}</Button>
            <Button
              type="submit"
              form={formId}
              variant={primary ? "secondary" : "primary"}
              isPending={editor.isPending}
              isDisabled={!isReady}
            >
              {submitLabel}
            </Button>
            {primary}
          </>
        }
      >
        <EditorForm
          {...form}
          isOverPage
          editor={editor}
          id={formId}
          {...(review && { onReview: () => (editor.isDirty ? setReviewing(true) : onClose()) })}
        />
        {review && isReviewing && (
          <ConfirmDialog
            {...review}
            isPending={editor.isPending}
            onConfirm={() => {
              setReviewing(false);
              editor.submit();
            }}
            onClose={() => setReviewing(false)}
          />
        )}
        <LeaveDialog {...unsaved} />
      </Drawer>
    </Followed>
  );
}

/** Closes what holds the form, and asks before where something was typed. */
export function useAskedClose({ isDirty }: Pick<Editor<object>, "isDirty">, onClose: () => void) {
  const [isAsked, setAsked] = useState(false);
  const dialog = isAsked && (
    <LeaveDialog leave={onClose} ask={() => setAsked(true)} stay={() => setAsked(false)} />
  );
  return { close: () => (isDirty ? setAsked(true) : onClose()), dialog };
}

/** The form of one act in a dialog; where what was typed there is little, closing it gives it up. */
export function EditorDialog<Fields extends object>({
  title,
  submitLabel,
  isDangerous = false,
  isAskedBefore = false,
  size,
  onClose,
  editor,
  ...form
}: EditorFormProps<Fields> &
  Pick<DialogProps, "title" | "size"> & {
    submitLabel: string;
    isDangerous?: boolean;
    /** Closing it asks first where something was typed. */
    isAskedBefore?: boolean;
    onClose: () => void;
  }) {
  const formId = useId();
  const asked = useAskedClose(editor, onClose);
  return (
    <Followed>
      <Dialog
        {...(size !== undefined && { size })}
        onClose={isAskedBefore ? asked.close : onClose}
        title={title}
        actions={
          <>
            <EditorNote editor={editor} />
            <Button
              type="submit"
              form={formId}
              variant={isDangerous ? "danger" : "primary"}
              isPending={editor.isPending}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <EditorForm className="grid gap-4" {...form} isOverPage editor={editor} id={formId} />
        {asked.dialog}
      </Dialog>
    </Followed>
  );
}

/** An editor follows its record and asks by itself: the dialogs over it need not. */
const Followed = ({ children }: { children: ReactNode }) => (
  <ChangeMeanwhile value={null}>{children}</ChangeMeanwhile>
);

/** Stands beside the buttons, which stay in view of a long form. */
const EditorNote = ({ editor: { act } }: { editor: Pick<Editor<object>, "act"> }) =>
  act !== undefined && <SecondPersonNote act={act} />;

export interface SavedDraft<Draft> {
  /** Takes the draft as it was saved. */
  keep: (saved: Draft | undefined) => void;
  onSaved: () => void;
}

/** A form that saves a draft, and publishes it at once where that is asked for. */
export function useDraft<Draft>(
  draft: Draft | null,
  { onPublish, onClose }: { onPublish: (draft: Draft) => void; onClose: () => void },
) {
  const kept = useRef<Draft | undefined>(draft ?? undefined);
  const isPublished = useRef(false);
  const submit = (editor: Pick<Editor<object>, "submit">, isPublishing: boolean) => {
    isPublished.current = isPublishing;
    editor.submit();
  };
  return {
    keep: (saved: Draft | undefined) => {
      kept.current = saved;
    },
    onSaved: () => {
      onClose();
      if (isPublished.current && kept.current !== undefined) onPublish(kept.current);
    },
    /** The drawer's editor and, where there is something to publish, its button. */
    drawer: <Fields extends object>(editor: Editor<Fields>, publishLabel: string | false) => ({
      editor: { ...editor, submit: () => submit(editor, false) },
      primary: publishLabel !== false && (
        <Button variant="primary" isPending={editor.isPending} onPress={() => submit(editor, true)}>
          {publishLabel}
        </Button>
      ),
    }),
  };
}
