"use client";

import { ArrowRight, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useId, useState } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantName } from "@/components/lists/merchant-choice";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Code, DateTime, Money } from "@/components/ui/format";
import { Pressable } from "@/components/ui/pressable";
import type { Act, AuditFilters } from "@/lib/areas/audit/schemas";
import { PROFILE, type ProfileField } from "@/lib/ledger/rules/profile";
import { useActWords, wordIn } from "./act-words";

/** One act: a line that says what happened, and when it is opened what changed and where it came from. */
export function ActRow({ act, onFilter }: { act: Act; onFilter: (changes: AuditFilters) => void }) {
  const t = useTranslations("audit");
  const words = useActWords();
  const inLanguage = useInLanguage();
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const { subject, user } = act;
  return (
    <>
      <Pressable
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onPress={() => setOpen(!isOpen)}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-start -outline-offset-2 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:px-5"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{words.said(act)}</span>
            <Badge>{words.subject(subject.type)}</Badge>
            {subject.name && <bdi className="min-w-0 break-words">{inLanguage(subject.name)}</bdi>}
          </span>
          <span className="mt-0.5 block text-ink-soft text-sm">
            <bdi>{user?.name || t("system")}</bdi>
          </span>
        </span>
        <DateTime value={act.at} className="text-ink-soft text-sm max-sm:col-start-1 max-sm:row-start-2" />
        <ChevronDown
          aria-hidden
          className={cx("size-5 text-ink-faint transition-transform", isOpen && "rotate-180")}
        />
      </Pressable>
      <div id={detailsId} hidden={!isOpen} className="border-line border-t bg-page px-4 py-4 sm:px-5">
        {isOpen && (
          <>
            <Difference act={act} />
            <Origin act={act} />
            <div className="mt-4 flex flex-wrap gap-2">
              {user && (
                <Button size="small" onPress={() => onFilter({ who: user.id })}>
                  {t("sameUser")}
                </Button>
              )}
              <Button size="small" onPress={() => onFilter({ type: subject.type, subject: subject.id })}>
                {t("sameSubject")}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Where an act came from. */
function Origin({ act: { merchantId, ipAddress, requestId } }: { act: Act }) {
  const t = useTranslations("audit");
  const { merchant } = useMe();
  const merchantName = useMerchantName();
  const facts = [
    { name: t("from"), value: ipAddress },
    { name: t("request"), value: requestId },
  ];
  return (
    <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm">
      {merchant === null && (
        <div className="flex gap-1.5">
          <dt>{t("merchant")}:</dt>
          <dd>
            <bdi>{merchantName(merchantId)}</bdi>
          </dd>
        </div>
      )}
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt>{name}:</dt>
          <dd className="min-w-0">{value ? <Code className="break-all">{value}</Code> : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Numbers by which the database knows a thing: nothing to anybody who reads what was done. */
const UNTOLD = new Set(["id", "versionId", "segmentColorId"]);

/** Changes of an act, field by field: before and after. */
function Difference({ act }: { act: Act }) {
  const t = useTranslations("audit");
  const words = useFieldWords();
  const { before, after, subject } = act;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !UNTOLD.has(name),
  );
  if (names.length === 0) return <p className="text-ink-faint text-sm">{t("noDetails")}</p>;
  return (
    <dl className="grid gap-2">
      {names.map((name) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-0.5 border-line border-b pb-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="text-ink-soft text-sm">
            <bdi>{words.field(name, subject.type)}</bdi>
          </dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            {before !== null && (
              <>
                <del className="text-ink-soft decoration-danger">
                  <span className="sr-only">{t("before")} </span>
                  <FieldValue field={name} value={before[name]} names={act.names} />
                </del>
                {after !== null && <ArrowRight aria-hidden className="size-4 self-center rtl:-scale-x-100" />}
              </>
            )}
            {after !== null && (
              <ins className="font-medium no-underline">
                {before !== null && <span className="sr-only">{t("after")} </span>}
                <FieldValue field={name} value={after[name]} names={act.names} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldValueProps {
  field: string;
  value: unknown;
  names: Act["names"];
}

/** A field of a snapshot, as a person reads it. */
function FieldValue({ field, value, names }: FieldValueProps) {
  const t = useTranslations("audit");
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return <span className="font-normal text-ink-soft italic">{t("empty")}</span>;
  if (field === "imageHash" && typeof value === "string") return <Picture hash={value} />;
  if (!Array.isArray(value)) return <Value field={field} value={value} names={names} />;
  return value.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what was written down never changes.
    <Fragment key={index}>
      {index > 0 && t("comma")}
      <Value field={field} value={item} names={names} />
    </Fragment>
  ));
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Hours of a day, in minutes of it. */
interface Hours {
  from: number;
  to: number;
}

function isHours(value: unknown): value is Hours {
  const { from, to } = (value ?? {}) as Partial<Hours>;
  return typeof from === "number" && typeof to === "number";
}

/** "16:30" */
function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function Value({ field, value, names }: FieldValueProps) {
  const t = useTranslations("audit");
  const words = useFieldWords();
  const inLanguage = useInLanguage();
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "string" && MOMENT.test(value)) return <DateTime value={value} />;
  if (field === "minHundredths" && typeof value === "number") return <Money value={value / 100} />;
  if (field === "hours" && isHours(value))
    return <Code>{`${clockOf(value.from)}–${clockOf(value.to)}`}</Code>;
  if (typeof value === "object" && value !== null) return <Parts value={value} names={names} />;
  const name = names[`${field} ${value}`];
  if (name !== undefined) return <bdi className="break-words">{inLanguage(name)}</bdi>;
  return (
    <bdi dir={typeof value === "string" ? "auto" : "ltr"} className="break-words">
      {words.value(String(value), field)}
    </bdi>
  );
}

/** A value that has parts, such as a rate: each with its word. */
function Parts({ value, names }: { value: object; names: Act["names"] }) {
  const t = useTranslations("audit");
  const words = useFieldWords();
  const parts = Object.entries(value).filter(([name, part]) => part !== null && !UNTOLD.has(name));
  return (
    <span className="break-words">
      {parts.map(([name, part], index) => (
        <Fragment key={name}>
          {index > 0 && t("comma")}
          {words.field(name, "")}: <FieldValue field={name} value={part} names={names} />
        </Fragment>
      ))}
    </span>
  );
}

function Picture({ hash }: { hash: string }) {
  const t = useTranslations("audit");
  return (
    // biome-ignore lint/performance/noImgElement: images are stored with the data, sized and served by their hash.
    <img
      src={`/images/${hash}?width=320`}
      alt={t("picture")}
      width={96}
      height={64}
      loading="lazy"
      decoding="async"
      className="inline-block rounded-md bg-sunken object-cover"
    />
  );
}

/** The same for the fields of what was changed and their values. */
function useFieldWords() {
  const t = useTranslations();
  const inLanguage = useInLanguage();
  return {
    field: (name: string, kind: string) =>
      kind === "wallet" && name in PROFILE
        ? inLanguage(PROFILE[name as ProfileField].names)
        : wordIn(t, "audit.fields", name, kind),
    value: (text: string, field: string) => wordIn(t, "audit.values", text, field),
  };
}
