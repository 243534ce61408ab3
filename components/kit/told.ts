import { type ToastMessage, toast } from "@/components/ui/toast-queue";

/** The message after an act: a success in words, or a whole message, in either case from the answer too. */
export type Said<Answer> = Told | ((answer: Answer) => Told);
type Told = string | Pick<ToastMessage, "kind" | "title" | "detail">;

export function tell<Answer>(said: Said<Answer> | undefined, answer: Answer): void {
  const told = typeof said === "function" ? said(answer) : said;
  if (told !== undefined) toast(typeof told === "string" ? { kind: "success", title: told } : told);
}
