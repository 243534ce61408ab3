import type { ReactNode } from "react";
import { kindOf } from "@/components/entries/kinds";
import { cx } from "@/components/ui/cx";
import { QrCode } from "@/components/ui/qr-code";
import type { IssuedCoupon, Receipt } from "@/lib/areas/receipt/schemas";
import type { ReceiptChoice, ReceiptPaper } from "@/lib/areas/receipt/words";
import { RECEIPT_PREFIX } from "@/lib/areas/wallets/words";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { type Bilingual, inLanguage, type Language } from "@/lib/platform/language";
import { DIRECTION } from "@/lib/platform/preferences";
import { circumstanceLines, movementLines, originalLines, type ReceiptLine } from "./receipt-lines";
import { type Figures, figuresOf, type Speaker } from "./voice";

export type Speakers = Readonly<Record<Language, Speaker>>;

/** Printers leave the edges of the roll white: 72 of 80 mm and 48 of 58 mm can be printed on. */
const PAPERS: Record<ReceiptPaper, string> = {
  "80": "w-[80mm] px-[4mm] text-[9.5pt]",
  "58": "w-[58mm] px-[5mm] text-[8.5pt]",
};

export interface ReceiptSheetProps {
  receipt: Receipt;
  choice: ReceiptChoice;
  speakers: Speakers;
}

/** A receipt as it leaves the printer: as wide as its paper, black on white, in one language or both. */
export function ReceiptSheet({ receipt, choice, speakers }: ReceiptSheetProps) {
  const { paper, language } = choice;
  const { entry } = receipt;
  const languages: readonly Language[] = language === "both" ? ["en", "ar"] : [language];
  const figures = figuresOf(language, receipt.programme);
  const lines = (of: readonly ReceiptLine[]) => (
    <Lines lines={of} languages={languages} speakers={speakers} />
  );
  const said = (say: (speaker: Speaker) => string) => (
    <Said say={say} languages={languages} speakers={speakers} />
  );
  return (
    <article
      data-receipt={entry.id}
      data-paper={paper}
      lang={languages[0]}
      dir={DIRECTION[languages[0] ?? "en"]}
      className={cx("bg-white py-[4mm] text-[#000] leading-snug [overflow-wrap:anywhere]", PAPERS[paper])}
    >
      <Letterhead receipt={receipt} languages={languages} speakers={speakers} />
      <Part>
        <h2 className="text-center font-semibold text-[1.25em]">
          {said((t) => t(`entries.kinds.${kindOf(entry.logTypeId)}`))}
        </h2>
        {entry.cancelledByEntryId !== null && (
          <p className="mt-[1mm] border-2 border-[#000] text-center font-semibold">
            {said((t) => t("receipt.cancelled"))}
          </p>
        )}
      </Part>
      <Part>{lines(movementLines(receipt, figures))}</Part>
      <Part>{lines(circumstanceLines(receipt, figures))}</Part>
      {receipt.refersTo && (
        <Part>
          <Original of={receipt.refersTo} by={entry} said={said} />
          {lines(originalLines(receipt, figures))}
        </Part>
      )}
      {receipt.coupon && <CouponPart coupon={receipt.coupon} {...{ languages, figures, said, lines }} />}
      <Part className="text-center">
        <QrCode
          text={`${RECEIPT_PREFIX}${entry.id}`}
          label={speakers[languages[0] ?? "en"]("receipt.code", { number: String(entry.id) })}
          className="mx-auto size-[30mm]"
        />
        <p className="text-[0.85em]">{said((t) => t("receipt.keep"))}</p>
        <p className="mt-[2mm] font-semibold">{said((t) => t("receipt.thanks"))}</p>
      </Part>
    </article>
  );
}

/** The coupon that the customer takes home: its name, what it takes off, its code, and on which terms. */
function CouponPart({
  coupon,
  languages,
  figures,
  said,
  lines,
}: {
  coupon: IssuedCoupon;
  languages: readonly Language[];
  figures: Figures;
  said: (say: (speaker: Speaker) => string) => ReactNode;
  lines: (of: readonly ReceiptLine[]) => ReactNode;
}) {
  const { number, validUntil, worth, discountType, titleEn, titleAr, termsEn, termsAr } = coupon;
  const inEach = (en: string, ar: string) => [
    ...new Set(languages.map((language) => inLanguage({ en, ar }, language)).filter(Boolean)),
  ];
  return (
    <Part className="text-center">
      <h2 className="font-semibold">{said((t) => t("receipt.coupon"))}</h2>
      {inEach(titleEn, titleAr).map((title) => (
        <p key={title} dir="auto" className="font-semibold">
          {title}
        </p>
      ))}
      <p className="font-semibold text-[1.15em]">{said((t) => discountWords(coupon, t, figures))}</p>
      <QrCode text={number} label={printedCouponNumber(number)} className="mx-auto size-[30mm]" />
      <p dir="ltr" className="font-semibold">
        {printedCouponNumber(number)}
      </p>
      {inEach(termsEn, termsAr).map((terms) => (
        <p key={terms} dir="auto" className="whitespace-pre-line text-[0.9em]">
          {terms}
        </p>
      ))}
      {lines([
        ...(worth !== null && discountType !== DISCOUNT.amount
          ? [{ label: "couponWorth" as const, value: figures.money(worth) }]
          : []),
        ...(validUntil === null ? [] : [{ label: "validUntil" as const, value: figures.day(validUntil) }]),
      ])}
    </Part>
  );
}

const DISCOUNT = { percent: 1, amount: 2, item: 3, pair: 4, times: 5 } as const;

function discountWords({ discountType, discount }: IssuedCoupon, t: Speaker, figures: Figures): string {
  switch (discountType) {
    case DISCOUNT.percent:
      return t("deals.browse.discount.percent", { percent: figures.share(discount / 100) });
    case DISCOUNT.amount:
      return t("deals.browse.discount.amount", { amount: figures.money(discount) });
    case DISCOUNT.item:
      return t("deals.browse.discount.freeItem");
    case DISCOUNT.pair:
      return t("deals.browse.discount.bundle");
    case DISCOUNT.times:
      return t("deals.browse.discount.multiplier", { times: discount });
    default:
      return t("deals.browse.discount.price", { amount: figures.money(discount) });
  }
}

function Part({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={cx("mt-[2mm] border-[#000] border-t border-dashed pt-[2mm]", className)}>
      {children}
    </section>
  );
}

interface InLanguages {
  languages: readonly Language[];
  speakers: Speakers;
}

/** A text in the receipt's languages, one below the other. */
function Said({ say, languages, speakers }: InLanguages & { say: (speaker: Speaker) => string }) {
  return languages.map((language) => (
    <span key={language} lang={language} dir={DIRECTION[language]} className="block">
      {say(speakers[language])}
    </span>
  ));
}

function Letterhead({
  receipt: { programme, merchant, branch },
  languages,
  speakers,
}: InLanguages & { receipt: Receipt }) {
  const names = (en: string, ar: string) => {
    const texts = languages.map((language) => inLanguage({ en, ar }, language));
    return [...new Set(texts.filter((text) => text !== ""))].map((text) => (
      <span key={text} dir="auto" className="block">
        {text}
      </span>
    ));
  };
  return (
    <header className="text-center">
      {programme.logoHash !== null && (
        // biome-ignore lint/performance/noImgElement: a printed page has one size of a picture, and no script.
        <img
          src={`/images/${programme.logoHash}?width=320`}
          alt=""
          className="mx-auto mb-[1mm] max-h-[16mm] max-w-[60%] object-contain"
        />
      )}
      <h1 className="font-semibold text-[1.25em]">{names(programme.nameEn, programme.nameAr)}</h1>
      {merchant && <p className="font-semibold">{names(merchant.nameEn, merchant.nameAr)}</p>}
      {branch && (
        <>
          <p>{names(branch.nameEn, branch.nameAr)}</p>
          <p className="text-[0.85em]">{names(branch.addressEn, branch.addressAr)}</p>
          {branch.phone && (
            <p className="flex justify-center gap-[1.5mm] text-[0.85em]">
              {languages.map((language, place) => (
                <span key={language} lang={language} className={place === 1 ? "order-3" : ""}>
                  {speakers[language]("receipt.phone")}
                </span>
              ))}
              <bdi dir="ltr" className="order-2">
                {branch.phone}
              </bdi>
            </p>
          )}
        </>
      )}
    </header>
  );
}

function Original({
  of,
  by,
  said,
}: {
  of: Receipt["entry"];
  by: Receipt["entry"];
  said: (say: (speaker: Speaker) => string) => ReactNode;
}) {
  const label =
    by.logTypeId === LOG_TYPE.refund
      ? "refundOf"
      : by.logTypeId === LOG_TYPE.rewardReturn
        ? "returnOf"
        : "cancels";
  return (
    <h3 className="mb-[1mm] font-semibold">
      {said(
        (t) =>
          `${t(`receipt.${label}`)}: ${t("receipt.original", {
            kind: t(`entries.kinds.${kindOf(of.logTypeId)}`),
            number: String(of.id),
          })}`,
      )}
    </h3>
  );
}

/** A name in each of the languages, once where both are the same. */
const namesIn = (name: Bilingual, languages: readonly Language[]) => [
  ...new Set(languages.map((language) => inLanguage(name, language))),
];

/** Names and values. In two languages the value stands between its two names. */
function Lines({ lines, languages, speakers }: InLanguages & { lines: readonly ReceiptLine[] }) {
  const isDouble = languages.length === 2;
  return (
    <dl className="flex flex-col gap-[0.6mm]">
      {lines.map(({ label, value, isStrong }) => (
        <div
          key={typeof label === "string" ? label : label.en}
          className={cx(
            "grid items-baseline gap-x-[2mm]",
            isDouble ? "grid-cols-[1fr_auto_1fr]" : "grid-cols-[auto_1fr]",
          )}
        >
          {languages.map((language, place) => (
            <dt
              key={language}
              lang={language}
              dir={DIRECTION[language]}
              className={place === 1 ? "order-3" : ""}
            >
              {typeof label === "string"
                ? speakers[language](`receipt.${label}`)
                : inLanguage(label, language)}
            </dt>
          ))}
          <dd
            className={cx(
              "figures order-2",
              isDouble ? "text-center" : "text-end",
              isStrong && "font-semibold text-[1.15em]",
            )}
          >
            {typeof value === "string" ? (
              <bdi>{value}</bdi>
            ) : !("text" in value) ? (
              namesIn(value, languages).map((name) => (
                <bdi key={name} className="block">
                  {name}
                </bdi>
              ))
            ) : (
              languages.map((language) => (
                <span key={language} lang={language} dir={DIRECTION[language]} className="block">
                  {speakers[language](`receipt.${value.text}`)}
                </span>
              ))
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
