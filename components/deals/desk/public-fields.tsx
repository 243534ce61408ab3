"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { Label } from "react-aria-components/Label";
import { PlaceMap } from "@/components/kit/map/place-map";
import { useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldNote } from "@/components/ui/field";
import { Folded } from "@/components/ui/folded";
import { IconButton } from "@/components/ui/icon-button";
import { TextField } from "@/components/ui/text-field";
import type { DealDeskChoices } from "@/lib/areas/deals/desk-schemas";
import { RATE_PLAN_LENGTH_MAX } from "@/lib/areas/deals/words";

interface ChoiceProps<Value> {
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  isDisabled: boolean;
  errorMessage?: string | undefined;
}

const has = (plans: readonly string[], plan: string) =>
  plans.some((one) => one.toLowerCase() === plan.toLowerCase());

/** The rate plans that a deal is for: those that are known, and others that are written. None: for everybody. */
export function RatePlansField({
  known,
  value,
  onChange,
  isDisabled,
  errorMessage,
}: ChoiceProps<string> & { known: readonly string[] }) {
  const t = useTranslations("deals.desk.ratePlans");
  const [typed, setTyped] = useState("");
  const plan = typed.trim();
  const add = () => {
    if (plan !== "" && !has(value, plan)) onChange([...value, plan]);
    setTyped("");
  };
  const offered = known.filter((one) => !has(value, one));
  return (
    <div>
      <p className="mb-2 text-ink-soft text-sm">{value.length === 0 ? t("everybody") : t("only")}</p>
      <ul className="mb-3 flex flex-wrap gap-2 empty:hidden">
        {value.map((one) => (
          <li
            key={one}
            className="inline-flex items-center rounded-lg bg-accent-soft ps-3 text-accent-soft-ink"
          >
            <bdi>{one}</bdi>
            <IconButton
              icon={X}
              label={t("remove", { plan: one })}
              isDisabled={isDisabled}
              onPress={() => onChange(value.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden">
        {offered.map((one) => (
          <Button
            key={one}
            size="small"
            icon={Plus}
            isDisabled={isDisabled}
            onPress={() => onChange([...value, one])}
          >
            <bdi>{one}</bdi>
          </Button>
        ))}
      </div>
      <div className="flex max-w-md items-end gap-2">
        <TextField
          label={t("other")}
          value={typed}
          onChange={setTyped}
          maxLength={RATE_PLAN_LENGTH_MAX}
          isDisabled={isDisabled}
          errorMessage={errorMessage}
          className="flex-1"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return event.continuePropagation();
            event.preventDefault();
            add();
          }}
        />
        <Button isDisabled={isDisabled || plan === ""} onPress={add}>
          {t("add")}
        </Button>
      </div>
    </div>
  );
}

/** The branches of the merchant at which a deal can be had. */
export function BranchesField({
  branches,
  value,
  onChange,
  isDisabled,
  errorMessage,
}: ChoiceProps<number> & { branches: DealDeskChoices["branches"] }) {
  const t = useTranslations("deals.desk.branches");
  const inLanguage = useInLanguage();
  const open = branches.filter(({ isActive }) => isActive);
  const isAll = open.length > 0 && open.every(({ id }) => value.includes(id));
  const pins = branches.flatMap(({ id, latitude, longitude, name }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            id,
            latitude,
            longitude,
            name: t(value.includes(id) ? "onMapChosen" : "onMapOpen", { name: inLanguage(name) }),
            isFaint: !value.includes(id),
          },
        ],
  );
  const choose = (ids: readonly number[]) => onChange([...ids].sort((one, other) => one - other));
  const toggle = (id: number) =>
    choose(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  if (branches.length === 0) return <p className="text-ink-soft">{t("none")}</p>;
  return (
    <CheckboxGroup
      value={value.map(String)}
      onChange={(chosen) => choose(chosen.map(Number))}
      isDisabled={isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Label className="text-ink-soft text-sm">{t("chosen", { count: value.length })}</Label>
        <Button
          size="small"
          variant="quiet"
          isDisabled={isDisabled}
          onPress={() => onChange(isAll ? [] : open.map(({ id }) => id))}
        >
          {isAll ? t("clear") : t("all")}
        </Button>
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {branches.map(({ id, name, isActive }) => (
          <Checkbox key={id} value={String(id)} className="min-h-11">
            <bdi>{inLanguage(name)}</bdi>
            {!isActive && <span className="ms-2 text-ink-faint text-sm">{t("closed")}</span>}
          </Checkbox>
        ))}
      </div>
      {pins.length > 0 && (
        <Folded label={t("byMap")}>
          <PlaceMap label={t("onMap")} pins={pins} onPick={isDisabled ? undefined : toggle} />
        </Folded>
      )}
      <FieldNote errorMessage={errorMessage} />
    </CheckboxGroup>
  );
}
