import type { messages } from "@/messages/en";
import type { Language } from "./language";
import { mergeTexts, type Texts } from "./texts";

export type Messages = typeof messages;

const joined = new WeakMap<Messages, Messages>();

/** The texts of one language. The audit log's words are its own and those that areas have for what is theirs, under `audit`. */
export async function loadMessages(language: Language): Promise<Messages> {
  const loaders = { en: () => import("@/messages/en"), ar: () => import("@/messages/ar") } as const;
  const { messages } = await loaders[language]();
  const known = joined.get(messages) ?? withAuditWords(messages);
  joined.set(messages, known);
  return known;
}

function withAuditWords(messages: Messages): Messages {
  const words = Object.values<Texts>(messages).map(({ audit = {} }) => audit as Texts);
  return { ...messages, audit: words.reduce(mergeTexts, messages.audit) as Messages["audit"] };
}

/** A part of the texts: an area's file, or one group or text of it. */
export type TextPath = {
  [Area in keyof Messages & string]: Area | `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages & string];

declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
