"use client";

import { createContext, type ReactNode, useContext, useState, useTransition } from "react";
import { rememberChoice } from "@/components/kit/device-choice";
import { useNavigation } from "@/components/kit/use-navigation";
import { CalendarContext } from "@/components/ui/calendar-context";
import type { ChangePreferencesRequest } from "@/lib/areas/account/schemas";
import { PREFERENCE_COOKIES, type Preferences } from "@/lib/platform/preferences";

interface PreferencesContext extends Preferences {
  /** True while the page is being translated. */
  isChanging: boolean;
  /** Takes effect at once, without loading the page again: whatever was typed stays. */
  change(changes: ChangePreferencesRequest): void;
}

const Context = createContext<PreferencesContext | null>(null);

/** Language, theme, density and calendar of the page, from the cookies that the server read. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const navigation = useNavigation();
  const [isChanging, startTransition] = useTransition();
  const [appearance, setAppearance] = useState({
    theme: initial.theme,
    density: initial.density,
    calendar: initial.calendar,
  });
  // The language is the server's word: it comes back with the translated page.
  const { language } = initial;
  const change = ({ language: newLanguage, theme, density, calendar }: ChangePreferencesRequest) => {
    const { dataset } = document.documentElement;
    if (theme !== undefined) {
      rememberChoice(PREFERENCE_COOKIES.theme, theme);
      dataset.theme = theme;
    }
    if (density !== undefined) {
      rememberChoice(PREFERENCE_COOKIES.density, density);
      dataset.density = density;
    }
    if (calendar !== undefined) rememberChoice(PREFERENCE_COOKIES.calendar, calendar);
    setAppearance((present) => ({
      theme: theme ?? present.theme,
      density: density ?? present.density,
      calendar: calendar ?? present.calendar,
    }));
    if (newLanguage === undefined || newLanguage === language) return;
    rememberChoice(PREFERENCE_COOKIES.language, newLanguage);
    startTransition(() => navigation.refresh());
  };
  return (
    <Context value={{ ...appearance, language, isChanging, change }}>
      <CalendarContext value={appearance.calendar}>{children}</CalendarContext>
    </Context>
  );
}

export function usePreferences(): PreferencesContext {
  const context = useContext(Context);
  if (context === null) throw new Error("usePreferences needs the PreferencesProvider of the root layout.");
  return context;
}
