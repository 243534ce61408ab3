"use client";

import { Languages, ShieldCheck, Timer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LanguageButton } from "@/components/shell/language-button";
import { Mark } from "@/components/shell/logo";
import { ThemeButton } from "@/components/shell/theme-button";
import { Code } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { Pressable } from "@/components/ui/pressable";
import type { DemoAccount } from "@/lib/areas/account/portal";
import type { Bilingual, Language } from "@/lib/platform/language";
import { type Credentials, SignInForm } from "./sign-in-form";

const SingleSignOn = lazyPart(async () => (await import("./single-sign-on")).SingleSignOn);

interface SignInPageProps {
  /** Where to go afterwards; null for the user's start page. */
  returnPath: string | null;
  demoAccounts: readonly DemoAccount[];
  /** Whether people may, or have to, sign in with their organisation's account. */
  singleSignOn: "none" | "beside" | "only";
  /** Why a person whom the organisation's sign-in service sent back is not let in. */
  refusedElsewhere: Bilingual | "refused" | null;
  /** Makes the first person, for a service in which nobody has an account; otherwise null. */
  firstPersonCommand: string | null;
}

export function SignInPage({
  returnPath,
  demoAccounts,
  singleSignOn,
  refusedElsewhere,
  firstPersonCommand,
}: SignInPageProps) {
  const t = useTranslations();
  const [credentials, setCredentials] = useState({ username: "", password: "" });
  const [chosenLanguage, setChosenLanguage] = useState<Language>();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Pitch />
      <div className="flex min-w-0 flex-col px-5 py-4 sm:px-10">
        <header className="flex items-center justify-between gap-3">
          <span className="flex items-center gap-2.5 font-semibold text-lg lg:invisible">
            <Mark />
            {t("app.name")}
          </span>
          <span className="flex items-center gap-1">
            <LanguageButton onChange={setChosenLanguage} />
            <ThemeButton />
          </span>
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10">
          <h1 className="font-semibold text-3xl">{t("signIn.welcome")}</h1>
          <p className="mt-2 mb-8 text-ink-soft">{t("signIn.lead")}</p>
          {firstPersonCommand !== null && (
            <Notice kind="info" className="mb-6">
              <p>{t("signIn.nobody")}</p>
              <Code className="mt-2 block whitespace-pre-wrap text-sm">{firstPersonCommand}</Code>
            </Notice>
          )}
          {singleSignOn !== "none" && (
            <SingleSignOn
              returnPath={returnPath}
              isAlone={singleSignOn === "only"}
              refusal={refusedElsewhere}
            />
          )}
          {singleSignOn !== "only" && (
            <SignInForm
              credentials={credentials}
              onChange={setCredentials}
              chosenLanguage={chosenLanguage}
              returnPath={returnPath}
            />
          )}
          {demoAccounts.length > 0 && singleSignOn !== "only" && (
            <DemoAccounts accounts={demoAccounts} onChoose={setCredentials} />
          )}
        </main>
        <footer className="text-center text-sm">
          <a
            href="/docs"
            className="inline-block p-2 text-ink-soft underline underline-offset-4 hover:text-ink"
          >
            {t("signIn.documentation")}
          </a>
        </footer>
      </div>
    </div>
  );
}

const PROMISES = [
  { key: "promiseFast", icon: Timer },
  { key: "promiseSafe", icon: ShieldCheck },
  { key: "promiseBoth", icon: Languages },
] as const;

/** The side that says what this is, where there is room for it. */
function Pitch() {
  const t = useTranslations();
  return (
    <aside className="sticky top-0 flex h-dvh flex-col justify-between overflow-hidden bg-[#07343a] p-12 text-white max-lg:hidden">
      <Orbits />
      <span className="relative flex items-center gap-3 font-semibold text-xl">
        <Mark className="size-9" />
        {t("app.name")}
      </span>
      <div className="relative">
        <p className="max-w-md text-balance font-semibold text-4xl leading-tight">
          {t("signIn.promiseTitle")}
        </p>
        <ul className="mt-8 grid gap-4">
          {PROMISES.map(({ key, icon: Icon }) => (
            <li key={key} className="flex items-center gap-3 text-lg">
              <Icon aria-hidden className="size-5 shrink-0" />
              {t(`signIn.${key}`)}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/** Points on their rings, the mark of the product writ large. */
function Orbits() {
  return (
    <svg aria-hidden viewBox="0 0 600 600" className="absolute -end-40 -top-40 size-[44rem] rtl:-scale-x-100">
      {[90, 160, 230, 300].map((radius, ring) => (
        <g key={radius} className="fill-none stroke-white" strokeOpacity={0.16 - ring * 0.03}>
          <circle cx="300" cy="300" r={radius} strokeWidth="1.5" />
          {Array.from({ length: ring + 2 }, (_, place) => {
            const angle = (place / (ring + 2)) * 2 * Math.PI + ring * 0.7;
            return (
              <circle
                key={angle}
                cx={(300 + radius * Math.cos(angle)).toFixed(2)}
                cy={(300 + radius * Math.sin(angle)).toFixed(2)}
                r={7 - ring}
                className="fill-white stroke-none"
                fillOpacity={0.5 - ring * 0.09}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** The accounts of the demonstration; choosing one fills the form in. */
function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly DemoAccount[];
  onChoose: (credentials: Credentials) => void;
}) {
  const t = useTranslations();
  return (
    <section className="mt-8 rounded-2xl border border-line border-dashed p-4">
      <h2 className="font-medium">{t("signIn.demoTitle")}</h2>
      <p className="mt-0.5 text-ink-soft text-sm">{t("signIn.demoLead")}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {accounts.map(({ username, password, role }) => (
          <Pressable
            key={username}
            className="cursor-pointer rounded-lg border border-line bg-surface px-3 py-2 text-start transition-colors hover:border-accent hover:bg-hover"
            onPress={() => onChoose({ username, password })}
          >
            <span className="block font-medium">{t(`roles.${role}`)}</span>
            <bdi dir="ltr" className="block text-ink-faint text-sm rtl:text-end">
              {username}
            </bdi>
          </Pressable>
        ))}
      </div>
    </section>
  );
}
