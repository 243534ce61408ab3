import type { Formats } from "next-intl";
import type { Language } from "@/lib/contract/language";
import type { messages } from "./messages/en";

export type Messages = typeof messages;

/** The texts of one language. */
export async function loadMessages(language: Language): Promise<Messages> {
  const loaders = { en: () => import("./messages/en"), ar: () => import("./messages/ar") } as const;
  return (await loaders[language]()).messages;
}

export const FORMATS = {
  number: { whole: { maximumFractionDigits: 0 } },
} satisfies Formats;

declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
    Formats: typeof FORMATS;
  }
}
