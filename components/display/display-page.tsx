"use client";

import { NextIntlClientProvider, useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import type { Display } from "@/lib/areas/display/schemas";
import { DISPLAY_CODE_LENGTH } from "@/lib/areas/display/words";
import { toLatinDigits } from "@/lib/platform/digits";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { DIRECTION, INTL_LOCALE } from "@/lib/platform/preferences";
import type { Texts } from "@/lib/platform/texts";
import { IdleDeals } from "./idle-deals";
import { followTill, leaveTill, pairDisplay } from "./link";
import { Shown } from "./shown";

/** As each language calls itself. */
const OWN_NAMES: Readonly<Record<Language, string>> = { en: "English", ar: "العربية" };

/** A code that came with the address: in the fragment, which stays in the browser. */
const CODE = /^#(\d{6})$/;

/** A customer who joined, or paid, goes on in the language of their choice. */
const SAME_CUSTOMER_MS = 15_000;

type State =
  | { name: "asking" }
  /** No till: `ended` there was one, `refusal` says why the code of the address was not taken. */
  | { name: "unpaired"; ended: boolean; refusal: PortalError | null }
  | { name: "paired"; view: Display; isSilent: boolean };

/**
 * The customer's side of a till: what the till shows of the sale, and the pad for the PIN. The display knows only the till's messages, in
 * the language that the customer chooses; the next customer has the page's again.
 */
export function DisplayPage({
  language,
  texts,
  brand,
}: {
  language: Language;
  texts: Record<Language, string>;
  /** Name and logo of the programme, drawn by the server; nothing where it has neither. */
  brand: ReactNode;
}) {
  const [chosen, setChosen] = useState<Language>(language);
  const messages = useMemo<Texts>(() => JSON.parse(texts[chosen]), [texts, chosen]);
  const [state, setState] = useState<State>({ name: "asking" });
  const [round, setRound] = useState(0);
  const isBusy = state.name === "paired" && state.view.shown.name !== "idle";
  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => setChosen(language), SAME_CUSTOMER_MS);
    return () => clearTimeout(timer);
  }, [isBusy, language]);
  const onView = useCallback((view: Display) => setState({ name: "paired", view, isSilent: false }), []);
  useBrand(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is asking again.
  useEffect(() => {
    const left = new AbortController();
    void begin(left.signal, {
      onView,
      onSilence: () =>
        setState((before) => (before.name === "paired" ? { ...before, isSilent: true } : before)),
      onEnd: (refusal) =>
        setState((before) => ({ name: "unpaired", ended: before.name === "paired", refusal })),
    });
    return () => left.abort();
  }, [round, onView]);
  useForgetting(state, setState);
  return (
    <NextIntlClientProvider locale={INTL_LOCALE[chosen]} messages={messages}>
      <I18nProvider locale={INTL_LOCALE[chosen]}>
        <main
          lang={chosen}
          dir={DIRECTION[chosen]}
          className="flex min-h-dvh flex-col bg-canvas px-5 py-4 text-ink sm:px-8"
        >
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>{brand}</div>
            <LanguageChoice chosen={chosen} onChoose={setChosen} />
          </div>
          <div className="grid flex-1 place-items-center py-4">
            {state.name === "asking" && (
              <div aria-hidden className="h-40 w-72 animate-pulse rounded-lg bg-sunken" />
            )}
            {state.name === "unpaired" && (
              <Unpaired
                hasEnded={state.ended}
                refusal={state.refusal}
                onPaired={() => setRound((round) => round + 1)}
              />
            )}
            {state.name === "paired" && (
              <Paired view={state.view} isSilent={state.isSilent} onView={onView} />
            )}
          </div>
        </main>
      </I18nProvider>
    </NextIntlClientProvider>
  );
}

async function begin(
  signal: AbortSignal,
  {
    onEnd,
    ...heard
  }: Pick<Parameters<typeof followTill>[0], "onView" | "onSilence"> & {
    onEnd: (refusal: PortalError | null) => void;
  },
): Promise<void> {
  let refusal: PortalError | null = null;
  const code = CODE.exec(window.location.hash)?.[1];
  if (code !== undefined) {
    window.history.replaceState(null, "", window.location.pathname);
    // A refused code leaves the display as it is. A paired display goes on; an unpaired one says why.
    await pairDisplay(code).catch((thrown: unknown) => {
      refusal = toPortalError(thrown);
    });
  }
  const end = () => {
    onEnd(refusal);
    refusal = null;
  };
  if (!signal.aborted) await followTill({ signal, ...heard, onEnd: end });
}

/** The page was drawn by the server with name and logo of the programme: where they changed it is loaded anew, between two customers. */
function useBrand(state: State): void {
  const drawn = useRef<string | null>(null);
  useEffect(() => {
    if (state.name !== "paired" || state.isSilent) return;
    drawn.current ??= state.view.brand;
    if (state.view.brand !== drawn.current && state.view.shown.name === "idle") window.location.reload();
  }, [state]);
}

/** When its time is over nothing of a customer stays on the screen, whether or not the till can be heard. */
function useForgetting(state: State, setState: (change: (before: State) => State) => void): void {
  const view = state.name === "paired" ? state.view : null;
  useEffect(() => {
    if (view === null || view.leftMs === null) return;
    const timer = setTimeout(() => {
      setState((before) =>
        before.name === "paired" && before.view === view
          ? { ...before, view: { ...view, shown: { name: "idle" }, leftMs: null } }
          : before,
      );
    }, view.leftMs);
    return () => clearTimeout(timer);
  }, [view, setState]);
}

function LanguageChoice({ chosen, onChoose }: { chosen: Language; onChoose: (language: Language) => void }) {
  const t = useTranslations("display");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div role="group" aria-label={t("language")} dir="ltr" className="flex justify-end gap-2">
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant={language === chosen ? "primary" : "secondary"}
          onPress={() => onChoose(language)}
        >
          <span lang={language} aria-current={language === chosen}>
            {OWN_NAMES[language]}
          </span>
        </Button>
      ))}
    </div>
  );
}

function Unpaired({
  hasEnded,
  refusal,
  onPaired,
}: {
  hasEnded: boolean;
  refusal: PortalError | null;
  onPaired: () => void;
}) {
  const t = useTranslations("display");
  const { textOf } = useErrorText();
  const [code, setCode] = useState("");
  const [error, setError] = useState(refusal);
  const [isPending, setPending] = useState(false);
  const connect = async () => {
    if (code.length !== DISPLAY_CODE_LENGTH || isPending) return;
    setPending(true);
    setError(null);
    try {
      await pairDisplay(code);
      onPaired();
    } catch (thrown) {
      setError(toPortalError(thrown));
    } finally {
      setPending(false);
    }
  };
  return (
    <Form
      className="grid w-full max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void connect();
      }}
    >
      <h1 className="font-semibold text-3xl">{t("title")}</h1>
      {hasEnded && <Notice kind="info">{t("ended")}</Notice>}
      <p className="text-ink-soft">{t("codeLead")}</p>
      <CodeField code={code} onChange={setCode} problem={error === null ? undefined : textOf(error)} />
      <Button type="submit" variant="primary" size="large" isPending={isPending}>
        {t("connect")}
      </Button>
      <a
        href="/"
        className="justify-self-start rounded-lg py-2 text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        {t("leave")}
      </a>
    </Form>
  );
}

/** The browser's own field: a display loads nothing for one that is typed into once. */
function CodeField({
  code,
  onChange,
  problem,
}: {
  code: string;
  onChange: (code: string) => void;
  problem: string | undefined;
}) {
  const t = useTranslations("display");
  const [fieldId, problemId] = [useId(), useId()];
  return (
    <div className="grid gap-1.5">
      <label htmlFor={fieldId} className="font-medium">
        {t("code")}
      </label>
      <input
        id={fieldId}
        value={code}
        onChange={({ target }) => onChange(toLatinDigits(target.value).replace(/\D/g, ""))}
        inputMode="numeric"
        autoComplete="off"
        maxLength={DISPLAY_CODE_LENGTH}
        dir="ltr"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problemId}
        className={cx(
          "figures min-h-14 w-full rounded-lg border bg-surface px-3 text-xl rtl:text-end",
          problem === undefined ? "border-line-strong" : "border-danger",
        )}
      />
      <p id={problemId} role="alert" className="text-danger text-sm">
        {problem}
      </p>
    </div>
  );
}

function Paired({
  view,
  isSilent,
  onView,
}: {
  view: Display;
  isSilent: boolean;
  onView: (view: Display) => void;
}) {
  const t = useTranslations("display");
  const nameOf = useNameOf();
  const isIdle = view.shown.name === "idle";
  return (
    <div
      className={cx("grid w-full justify-items-center gap-6 text-center", isIdle ? "max-w-4xl" : "max-w-xl")}
    >
      <h1 className={cx("font-semibold", isIdle ? "text-5xl leading-tight" : "text-xl text-ink-soft")}>
        <bdi>{nameOf(view.merchant)}</bdi>
      </h1>
      {isIdle ? (
        <>
          <p className="text-2xl text-ink-soft">{t("welcome")}</p>
          <IdleDeals />
        </>
      ) : (
        <Shown view={view} onView={onView} />
      )}
      {isSilent && (
        <Quiet>
          <span role="status">{t("offline")}</span>
        </Quiet>
      )}
      {isIdle && <Disconnect />}
    </div>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="text-ink-soft text-sm">{children}</p>;
}

/** Asked twice, and put away again: customers touch what is there to be touched. */
function Disconnect() {
  const t = useTranslations("display");
  const [isAsked, setAsked] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setAsked(false), SAME_CUSTOMER_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  if (!isAsked)
    return (
      <Button variant="quiet" size="small" onPress={() => setAsked(true)}>
        {t("disconnect")}
      </Button>
    );
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-ink-soft text-sm">{t(isFailed ? "disconnectFailed" : "disconnectText")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="secondary"
          size="small"
          onPress={() => void leaveTill().catch(() => setFailed(true))}
        >
          {t("disconnectConfirm")}
        </Button>
        <Button variant="quiet" size="small" onPress={() => setAsked(false)}>
          {t("stayConnected")}
        </Button>
      </div>
    </div>
  );
}
