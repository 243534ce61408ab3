import { Notice } from "@/components/ui/notice";
import type { ToastMessage } from "@/components/ui/toast-queue";
import type { PortalError } from "./error";
import { useErrorText } from "./use-language";

/** An act that waits for a second person is under way, and no failure. */
export const noticeKindOf = (error: PortalError | null) => (isAsked(error) ? "info" : "danger");
const isAsked = (error: PortalError | null) =>
  error?.code === "second_person_asked" || error?.code === "second_person";

/** The message after an act that was not carried out: news where it waits for a second person. */
export const refusalToast = (error: PortalError, title: string): ToastMessage => ({
  kind: isAsked(error) ? "info" : "problem",
  title,
});

/**
 * Says aloud why the reader's act was refused, in the server's words; nothing while it was not. Problems of fields are said themselves: what
 * stands around marks none.
 */
export function Refusal({ error, className }: { error: PortalError | null | undefined; className?: string }) {
  const { textOf, fieldTextOf } = useErrorText();
  if (!error) return null;
  const problems = new Set(Object.keys(error.fields).map((field) => fieldTextOf(error, field)));
  return (
    <Notice kind={noticeKindOf(error)} isAnnounced {...(className !== undefined && { className })}>
      {problems.size > 0 ? [...problems].join(" · ") : textOf(error)}
    </Notice>
  );
}
