"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ask, send } from "@/components/kit/contract";
import { EditorForm } from "@/components/kit/editor-form";
import { createQueryClient } from "@/components/kit/query-client";
import { useEditor } from "@/components/kit/use-editor";
import { useErrorText, useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { LanguageButton } from "@/components/shell/language-button";
import { Mark } from "@/components/shell/logo";
import { ThemeButton } from "@/components/shell/theme-button";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { PasswordField } from "@/components/ui/password-field";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { account as api } from "@/lib/areas/account/contract";
import type { ChosenPassword, LinkHolder } from "@/lib/areas/account/schemas";
import type { Language } from "@/lib/platform/language";
import { PASSWORD_LENGTH_MIN } from "@/lib/portal/session/password-rules";
import { SecondFactorForm } from "./second-factor-form";
import { SignInForm } from "./sign-in-form";

/** Where a person who was invited, or whose sign-in was reset, chooses their password and is signed in with it. */
export function LinkPage() {
  const t = useTranslations();
  const [language, setLanguage] = useState<Language>();
  const [client] = useState(createQueryClient);
  const token = useToken();
  return (
    <div className="flex min-h-dvh flex-col px-5 py-4 sm:px-10">
      <header className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2.5 font-semibold text-lg">
          <Mark />
          {t("app.name")}
        </span>
        <span className="flex items-center gap-1">
          <LanguageButton onChange={setLanguage} />
          <ThemeButton />
        </span>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10">
        <QueryClientProvider client={client}>
          {token === null ? <Waiting /> : <LinkHolderGate token={token} language={language} />}
        </QueryClientProvider>
      </main>
    </div>
  );
}

/** The token of the address, which is then taken out of it: no history, no screenshot and no bookmark keeps it. */
function useToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      const found = window.location.hash.slice(1);
      if (found === "") return setToken((present) => present ?? "");
      setToken(found);
      window.history.replaceState(null, "", window.location.pathname);
    };
    read();
    // Another link may be pasted into the same page.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return token;
}

function Waiting() {
  return (
    <Loading>
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="mt-4 h-48" />
    </Loading>
  );
}

function LinkHolderGate({ token, language }: { token: string; language: Language | undefined }) {
  const t = useTranslations("signIn.link");
  const { textOf } = useErrorText();
  const navigation = useNavigation();
  const [next, setNext] = useState<ChosenPassword["next"] | null>(null);
  const goOn = () => {
    navigation.replace("/");
    navigation.refresh();
  };
  const { data, error, refetch } = useQuery(
    // A link does not change while it is looked at, and the token is kept no longer.
    ask(api.link, { body: { token } }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  );
  if (next === "signed_in") return <Waiting />;
  if (data && next === "second_factor")
    return (
      <>
        <h1 className="mb-6 font-semibold text-3xl">{t("chosenHeading")}</h1>
        <SecondFactorForm language={language} onDone={goOn} onBack={() => setNext("sign_in")} />
      </>
    );
  if (data && next === "sign_in") return <Chosen holder={data} language={language} />;
  if (data)
    return (
      <PasswordForm
        holder={data}
        token={token}
        language={language}
        onDone={(chosen) => {
          setNext(chosen);
          if (chosen === "signed_in") goOn();
        }}
      />
    );
  if (!error) return <Waiting />;
  const isTransient = error.isOutcomeUnknown;
  const isEnded = error.code === "merchant_ended";
  return (
    <ErrorState
      headingLevel={1}
      title={t(isEnded ? "endedTitle" : "invalidTitle")}
      {...(isTransient && { onRetry: () => void refetch() })}
      actions={<LinkButton href="/sign-in">{t("toSignIn")}</LinkButton>}
    >
      {isTransient || isEnded ? textOf(error) : t("invalidText")}
    </ErrorState>
  );
}

interface PasswordFormProps {
  holder: LinkHolder;
  token: string;
  language: Language | undefined;
  onDone: (next: ChosenPassword["next"]) => void;
}

function PasswordForm({ holder, token, language, onDone }: PasswordFormProps) {
  const t = useTranslations("signIn.link");
  const tAccount = useTranslations("account");
  const tRoles = useTranslations("roles");
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const editor = useEditor({
    record: null,
    fieldsOf: () => ({ password: "", repeated: "" }),
    bodyOf: (fields) => ({ ...fields, token }),
    create: {
      schema: async () => (await import("@/lib/areas/account/schemas")).useLinkFormSchema,
      send: async ({ password }) => {
        const body = { token, password, ...(language !== undefined && { language }) };
        onDone((await send(api.choosePassword, { body })).next);
      },
    },
    // The answer has said what follows.
    onSaved: () => undefined,
  });
  const { merchant, purpose } = holder;
  return (
    <>
      <h1 className="font-semibold text-3xl">{t(`${purpose}Heading`, { name: inLanguage(holder.names) })}</h1>
      <p className="mt-2 text-ink-soft">
        {purpose === "reset"
          ? t("resetLead")
          : t("inviteLead", {
              role: tRoles(holder.role),
              merchant: merchant ? nameOf(merchant) : t("programme"),
            })}
      </p>
      <p className="mt-4 mb-6 rounded-xl bg-sunken px-4 py-3">
        {t("username")} <Code className="font-semibold">{holder.username}</Code>
      </p>
      <EditorForm editor={editor}>
        <input type="hidden" name="username" autoComplete="username" value={holder.username} />
        <PasswordField
          {...editor.field("password")}
          label={t("password")}
          description={tAccount("newPasswordHint", { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
          isLarge
        />
        <PasswordField
          {...editor.field("repeated")}
          label={t("repeat")}
          autoComplete="new-password"
          isLarge
        />
        <Button type="submit" variant="primary" size="large" isPending={editor.isPending}>
          {t("choose")}
        </Button>
      </EditorForm>
    </>
  );
}

function Chosen({ holder, language }: { holder: LinkHolder; language: Language | undefined }) {
  const t = useTranslations("signIn.link");
  const [credentials, setCredentials] = useState({ username: holder.username, password: "" });
  return (
    <>
      <h1 className="font-semibold text-3xl">{t("chosenHeading")}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{t("chosenLead")}</p>
      <SignInForm
        credentials={credentials}
        onChange={setCredentials}
        chosenLanguage={language}
        returnPath={null}
      />
    </>
  );
}
