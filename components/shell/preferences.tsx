"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState, useTransition } from "react";
import type { ChangePreferencesRequest } from "@/lib/contract/portal/account";
import { DIRECTION, PREFERENCE_COOKIES, type Preferences } from "@/lib/i18n/preferences";

interface PreferencesContext extends Preferences {
  /** True while the page is being translated. */
  isChanging: boolean;
  /** Takes effect at once, without loading the page again: whatever was typed stays. */
  change(changes: ChangePreferencesRequest): void;
}

const Context = createContext<PreferencesContext | null>(null);

const YEAR_SECONDS = 365 * 24 * 60 * 60;

function remember(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that tills run.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Language, theme and density of the page, from the cookies that the server read. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const router = useRouter();
  const [isChanging, startTransition] = useTransition();
  const [appearance, setAppearance] = useState({ theme: initial.theme, density: initial.density });
  // The language is the server's word: it comes back with the translated page.
  const { language } = initial;
  const change = ({ language: newLanguage, theme, density }: ChangePreferencesRequest) => {
    const { dataset } = document.documentElement;
    if (theme !== undefined) {
      remember(PREFERENCE_COOKIES.theme, theme);
      dataset.theme = theme;
    }
    if (density !== undefined) {
      remember(PREFERENCE_COOKIES.density, density);
      dataset.density = density;
    }
    setAppearance((present) => ({ theme: theme ?? present.theme, density: density ?? present.density }));
    if (newLanguage === undefined || newLanguage === language) return;
    remember(PREFERENCE_COOKIES.language, newLanguage);
    startTransition(() => router.refresh());
  };
  return <Context value={{ ...appearance, language, isChanging, change }}>{children}</Context>;
}

export function usePreferences(): PreferencesContext {
  const context = useContext(Context);
  if (context === null) throw new Error("usePreferences needs the PreferencesProvider of the root layout.");
  return context;
}

/** The direction in which the page reads. */
export function useDirection(): "ltr" | "rtl" {
  return DIRECTION[usePreferences().language];
}
