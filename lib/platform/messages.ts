import type { Formats } from "next-intl";
import type { messages } from "@/messages/en";
import type { Language } from "./language";

export type Messages = typeof messages;

/** The texts of one language. */
export async function loadMessages(language: Language): Promise<Messages> {
  const loaders = { en: () => import("@/messages/en"), ar: () => import("@/messages/ar") } as const;
  return (await loaders[language]()).messages;
}

/** The texts of the desk's pages only: the till, opened far more often, does without them. */
const DESK_NAMESPACES = [
  "audit",
  "branches",
  "categories",
  "clients",
  "dealDesk",
  "desk",
  "programme",
  "reports",
  "staff",
  "walletDesk",
  "webhooks",
] as const satisfies readonly (keyof Messages)[];

/** The texts that every page of the portal takes with it; the desk's layout adds its own. */
export function everydayMessages(all: Messages): Omit<Messages, (typeof DESK_NAMESPACES)[number]> {
  const everyday: Partial<Messages> & Omit<Messages, (typeof DESK_NAMESPACES)[number]> = { ...all };
  for (const namespace of DESK_NAMESPACES) delete everyday[namespace];
  return everyday;
}

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
