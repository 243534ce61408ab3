/** The pages of the portal's help, one for each kind of reader. Each is `docs/help/{en,ar}/<name>.md`. */
export const HELP_PAGES = {
  cashier: { en: "Cashier", ar: "الكاشير" },
  supervisor: { en: "Supervisor", ar: "المشرف" },
  owner: { en: "Owner", ar: "صاحب المحل" },
  accountant: { en: "Accountant", ar: "المحاسب" },
} as const;
export type HelpPage = keyof typeof HELP_PAGES;
export const HELP_NAMES = Object.keys(HELP_PAGES) as readonly HelpPage[];

export function isHelpPage(name: string): name is HelpPage {
  return Object.hasOwn(HELP_PAGES, name);
}
