"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Editor } from "./use-editor";

/** A field in words: what it is called, and what it holds. */
export type DescribeField<Fields extends object> = (
  name: keyof Fields & string,
  fields: Fields,
) => { label: string; value: ReactNode };

/** Changes that another person has saved since the form was read, and a choice for each field that both changed. */
export function ConflictNotice<Fields extends object>({
  editor: { conflict, isUndecided, decide },
  describe,
}: {
  editor: Editor<Fields>;
  describe: DescribeField<Fields>;
}) {
  const t = useTranslations("desk.conflict");
  const title = useRef<HTMLParagraphElement>(null);
  const refused = conflict?.isRefused ? conflict.values : null;
  useEffect(() => {
    if (refused) title.current?.focus();
  }, [refused]);
  if (conflict === null) return null;
  const { theirs, both, values, chosen } = conflict;
  return (
    <Notice kind="warning">
      <p ref={title} tabIndex={-1} {...(!conflict.isRefused && { role: "alert" })} className="outline-none">
        {t("title")}
      </p>
      {theirs.length > 0 && (
        <dl className="mt-2 grid gap-1 text-sm">
          {theirs.map((name) => {
            const { label, value } = describe(name, values.theirs);
            return <Value key={name} label={label} value={value} />;
          })}
        </dl>
      )}
      {both.map((name) => {
        const { label, value } = describe(name, values.theirs);
        return (
          <section
            key={name}
            aria-label={label}
            className="mt-3 grid gap-2 border-line border-t pt-3 text-sm"
          >
            <p className="font-medium">{label}</p>
            <dl className="grid gap-1">
              <Value label={t("theirs")} value={value} />
              <Value label={t("mine")} value={describe(name, values.mine).value} />
            </dl>
            <RadioGroup
              label={t("which", { field: label })}
              isLabelHidden
              options={[
                { id: "mine", label: t("keepMine") },
                { id: "theirs", label: t("takeTheirs") },
              ]}
              value={chosen[name] ?? null}
              onChange={(side) => decide(name, side)}
              errorMessage={isUndecided && chosen[name] === undefined ? t("undecided") : undefined}
            />
          </section>
        );
      })}
    </Notice>
  );
}

function Value({ label, value }: { label: string; value: ReactNode }) {
  const t = useTranslations("desk");
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{label}:</dt>
      <dd className="wrap-anywhere min-w-0 whitespace-pre-line font-medium">
        <bdi>{value === "" ? t("nothing") : value}</bdi>
      </dd>
    </div>
  );
}
