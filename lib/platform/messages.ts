import type { Formats } from "next-intl";
import type { messages } from "@/messages/en";
import type { Language } from "./language";

export type Messages = typeof messages;

/** The texts of one language. */
export async function loadMessages(language: Language): Promise<Messages> {
  const loaders = { en: () => import("@/messages/en"), ar: () => import("@/messages/ar") } as const;
  return (await loaders[language]()).messages;
}

/** A part of the texts: an area's file, or one group or text of it. */
export type TextPath = {
  [Area in keyof Messages & string]: Area | `${Area}.${keyof Messages[Area] & string}`;
}[keyof Messages & string];

export const FORMATS = {
  number: { whole: { maximumFractionDigits: 0 } },
} satisfies Formats;

/** The formats of a page: `money` writes amounts in the programme's currency. */
export function formatsOf(currency: string) {
  return {
    number: { ...FORMATS.number, money: { style: "currency", currency, maximumFractionDigits: 2 } },
  } satisfies Formats;
}

declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
    Formats: ReturnType<typeof formatsOf>;
  }
}
