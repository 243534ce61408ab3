"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/format";
import type { Act } from "@/lib/areas/audit/schemas";
import { useActWords } from "./act-words";

/** What an act changed, field by field: what was, and what is since. */
export function Difference({ act: { before, after } }: { act: Act }) {
  const t = useTranslations("audit");
  const words = useActWords();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <p className="text-ink-faint text-sm">{t("noDetails")}</p>;
  return (
    <dl className="grid gap-2">
      {names.map((name) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-0.5 border-line border-b pb-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="text-ink-soft text-sm">
            <bdi>{words.field(name)}</bdi>
          </dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            {before !== null && (
              <>
                <del className="text-ink-soft decoration-danger">
                  <span className="sr-only">{t("before")} </span>
                  <Value value={before[name]} />
                </del>
                {after !== null && <ArrowRight aria-hidden className="size-4 self-center rtl:-scale-x-100" />}
              </>
            )}
            {after !== null && (
              <ins className="font-medium no-underline">
                {before !== null && <span className="sr-only">{t("after")} </span>}
                <Value value={after[name]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A value of a snapshot, as a person reads it. */
function Value({ value }: { value: unknown }) {
  const t = useTranslations("audit");
  const words = useActWords();
  if (value === null || value === undefined || value === "")
    return <span className="font-normal text-ink-soft italic">{t("empty")}</span>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "string" && MOMENT.test(value)) return <DateTime value={value} />;
  if (Array.isArray(value))
    return <bdi className="break-words">{value.map(plain).join(", ") || t("empty")}</bdi>;
  const text = plain(value);
  if (words.isKnownValue(text)) return words.value(text);
  return (
    <bdi dir={typeof value === "string" ? "auto" : "ltr"} className="break-words">
      {text}
    </bdi>
  );
}

function plain(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
