"use client";

import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { Folded } from "@/components/ui/folded";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { PROFILE, PROFILE_FIELDS, type ProfileField } from "@/lib/ledger/rules/profile";

/** A wallet's owner, as typed. */
export type ProfileValues = Record<ProfileField, string>;
export const NO_VALUES = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, ""])) as ProfileValues;

/** Fields that are never folded. */
const FIRST: readonly ProfileField[] = ["name", "email"];
const DAY_LENGTH = 10;

/** A choice of its own in the list; an empty value in the form. */
const UNKNOWN = "unknown";

/** The fields of a customer beside the mobile number. With `isFolded` those that are seldom filled in wait to be opened. */
export function ProfileFields({
  values,
  onChange,
  errorOf,
  hintOf = () => undefined,
  isFolded = false,
}: {
  values: ProfileValues;
  onChange: (changes: Partial<ProfileValues>) => void;
  errorOf: (name: ProfileField) => string | undefined;
  /** Text below a field, such as that its value is hidden. */
  hintOf?: (name: ProfileField) => string | undefined;
  isFolded?: boolean;
}) {
  const t = useTranslations("wallets.desk.enrol");
  const inLanguage = useInLanguage();
  const field = (name: ProfileField) => {
    const row = PROFILE[name];
    const shared = { label: inLanguage(row.names), errorMessage: errorOf(name), description: hintOf(name) };
    if (row.kind === "choice")
      return (
        <Select
          key={name}
          {...shared}
          options={[{ id: UNKNOWN, label: t("unknown") }, ...row.options.map((id) => ({ id, label: t(id) }))]}
          value={values[name] || UNKNOWN}
          onChange={(chosen) => onChange({ [name]: chosen === UNKNOWN ? "" : chosen })}
        />
      );
    return (
      <TextField
        key={name}
        {...shared}
        {...(row.kind === "day" && { description: hintOf(name) ?? t("dayHint") })}
        isCode={row.kind !== "line"}
        type={row.kind === "email" ? "email" : "text"}
        value={values[name]}
        onChange={(value) => onChange({ [name]: value })}
        autoComplete="off"
        maxLength={row.kind === "day" ? DAY_LENGTH : row.lengthMax}
      />
    );
  };
  const more = PROFILE_FIELDS.filter((name) => !FIRST.includes(name)).map(field);
  return (
    <>
      {FIRST.map(field)}
      {isFolded ? (
        <Folded label={t("more")}>
          <div className="grid gap-5">{more}</div>
        </Folded>
      ) : (
        <div className="grid gap-5">{more}</div>
      )}
    </>
  );
}
