import { Notice } from "@/components/ui/notice";
import type { PortalError } from "./error";
import { useErrorText } from "./use-language";

/** An act that waits for a second person is under way, and no failure. */
export const noticeKindOf = (error: PortalError | null) =>
  error?.code === "second_person_asked" ? "info" : "danger";

/** Says aloud why the reader's act was refused, in the server's words; nothing while it was not. */
export function Refusal({ error, className }: { error: PortalError | null | undefined; className?: string }) {
  const { textOf } = useErrorText();
  if (!error) return null;
  return (
    <Notice kind={noticeKindOf(error)} isAnnounced {...(className !== undefined && { className })}>
      {textOf(error)}
    </Notice>
  );
}
