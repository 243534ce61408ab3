import { createTranslator } from "next-intl";
import type { ReactNode } from "react";
import type { CertificateSheetFacts } from "@/lib/areas/certification/portal";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import type { Messages } from "@/lib/platform/messages";
import { DIRECTION, INTL_LOCALE } from "@/lib/platform/preferences";
import { writerOf } from "@/lib/platform/writing/writer";

type Words = ReturnType<typeof wordsOf>;

/** Words of a certificate in one language. */
function wordsOf(language: Language, messages: Messages, timeZone: string) {
  const locale = INTL_LOCALE[language];
  const format = writerOf(language, timeZone);
  return {
    t: createTranslator({ locale, messages, namespace: "certification.sheet" }),
    day: (at: Date | string) =>
      format.dateTime(new Date(at), { day: "numeric", month: "long", year: "numeric" }),
  };
}

/** A certificate as it is shown and printed: black on white, in both languages side by side. */
export function CertificateSheet({
  facts: { certificate, programme, requirements, address },
  messages,
}: {
  facts: CertificateSheetFacts;
  messages: Readonly<Record<Language, Messages>>;
}) {
  const words = {
    en: wordsOf("en", messages.en, programme.timeZone),
    ar: wordsOf("ar", messages.ar, programme.timeZone),
  };
  const both = (say: (words: Words, language: Language) => ReactNode) => <Both say={say} words={words} />;
  const of = (texts: Readonly<Record<Language, string>>) => both((_, language) => texts[language]);
  const rows = {
    number: (
      <bdi dir="ltr" className="figures font-semibold">
        {certificate.number}
      </bdi>
    ),
    client: <bdi>{certificate.clientName}</bdi>,
    merchant: of({ en: certificate.merchantNameEn, ar: certificate.merchantNameAr }),
    maker: <bdi>{certificate.maker}</bdi>,
    issued: both(({ day }) => day(certificate.issuedAt)),
    expires: both(({ day }) => day(certificate.expiresAt)),
    version: <bdi dir="ltr">{certificate.serviceVersion}</bdi>,
  };
  return (
    <article
      data-standing={certificate.standing}
      className="w-full max-w-[210mm] rounded-2xl border border-[#000] bg-white p-6 text-[#000] leading-snug shadow-floating [overflow-wrap:anywhere] sm:p-10 print:rounded-none print:border-0 print:p-0 print:shadow-none"
    >
      <header className="border-[#000] border-b-2 pb-4 text-center">
        <p className="font-medium">{of({ en: programme.nameEn, ar: programme.nameAr })}</p>
        <h1 className="mt-2 font-semibold text-3xl">{both(({ t }) => t("title"))}</h1>
        <p className="mt-1">{both(({ t }) => t("subtitle"))}</p>
      </header>
      <Standing facts={certificate} words={words} />
      <p className="mt-4">{both(({ t }) => t("certifies"))}</p>
      <dl className="mt-5 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-2">
        {(Object.keys(rows) as (keyof typeof rows)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-sm">{both(({ t }) => t(name))}</dt>
            <dd>{rows[name]}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-6 border-[#000] border-b pb-1 font-semibold text-lg">
        {both(({ t }) => `${t("requirements")} (${requirements.length})`)}
      </h2>
      <ol className="mt-3 grid gap-2 text-sm">
        {requirements.map(({ name, title, seenAt }) => (
          <li key={name} className="break-inside-avoid border-[#999] border-b pb-2">
            {both(({ t, day }, language) => `${title[language]} (${t("seen")} ${day(seenAt)})`)}
          </li>
        ))}
      </ol>
      <footer className="mt-6 break-inside-avoid text-sm">
        {both(({ t }) => t("verify"))}
        <p className="figures mt-1 text-center" dir="ltr">
          {address}
        </p>
      </footer>
    </article>
  );
}

function Standing({
  facts: { standing, expiresAt, revokedAt },
  words,
}: {
  facts: CertificateSheetFacts["certificate"];
  words: Readonly<Record<Language, Words>>;
}) {
  const isBad = standing !== "valid";
  return (
    <div
      role={isBad ? "alert" : "status"}
      className={`mt-4 rounded-xl border-[#000] p-3 text-center ${isBad ? "border-4 font-semibold" : "border"}`}
    >
      <Both
        words={words}
        say={({ t, day }) =>
          standing === "valid" ? t("valid") : t(standing, { date: day(revokedAt ?? expiresAt) })
        }
      />
    </div>
  );
}

/** The same in both languages: beside each other where there is room, each in its direction. */
function Both({
  say,
  words,
}: {
  say: (words: Words, language: Language) => ReactNode;
  words: Readonly<Record<Language, Words>>;
}) {
  return (
    <span className="grid grid-cols-2 gap-x-4" dir="ltr">
      {LANGUAGES.map((language) => (
        <span key={language} lang={language} dir={DIRECTION[language]} className="text-start">
          {say(words[language], language)}
        </span>
      ))}
    </span>
  );
}
