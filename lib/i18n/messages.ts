import type { Formats } from "next-intl";
import type { Language } from "@/lib/contract/language";
import type en from "./messages/en.json";

export type Messages = typeof en;

/** The texts of one language. */
export async function loadMessages(language: Language): Promise<Messages> {
  const loaders = { en: () => import("./messages/en.json"), ar: () => import("./messages/ar.json") } as const;
  return (await loaders[language]()).default;
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
