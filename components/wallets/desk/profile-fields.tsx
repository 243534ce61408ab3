"use client";

import { useTranslations } from "next-intl";
import { Folded } from "@/components/ui/folded";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";

/** A wallet's owner, as typed. */
export const NO_VALUES = { name: "", email: "", address: "", gender: "", birthDate: "", nid: "" };
export type ProfileValues = typeof NO_VALUES;

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
  errorOf: (name: keyof ProfileValues) => string | undefined;
  /** Text below a field, such as that its value is hidden. */
  hintOf?: (name: keyof ProfileValues) => string | undefined;
  isFolded?: boolean;
}) {
  const t = useTranslations("wallets.desk.enrol");
  const field = (name: keyof ProfileValues, lengthMax: number) => ({
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
    errorMessage: errorOf(name),
    description: hintOf(name),
    autoComplete: "off",
    maxLength: lengthMax,
  });
  const more = (
    <div className="grid gap-5">
      <TextField label={t("address")} {...field("address", 250)} />
      <Select
        label={t("gender")}
        options={[
          { id: UNKNOWN, label: t("unknown") },
          { id: "female", label: t("female") },
          { id: "male", label: t("male") },
        ]}
        value={values.gender || UNKNOWN}
        onChange={(gender) => onChange({ gender: gender === UNKNOWN ? "" : gender })}
        errorMessage={errorOf("gender")}
        description={hintOf("gender")}
      />
      <TextField
        label={t("birthDate")}
        isCode
        {...field("birthDate", 10)}
        description={hintOf("birthDate") ?? t("birthDateHint")}
      />
      <TextField label={t("nid")} isCode {...field("nid", 32)} />
    </div>
  );
  return (
    <>
      <TextField label={t("name")} {...field("name", 120)} />
      <TextField label={t("email")} isCode type="email" {...field("email", 254)} />
      {isFolded ? <Folded label={t("more")}>{more}</Folded> : more}
    </>
  );
}
