"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { toPortalError } from "@/components/kit/error";
import { FormDrawer } from "@/components/kit/form-drawer";
import { ConflictNotice, type ForeignChange } from "@/components/kit/stale-notice";
import { useErrorText } from "@/components/kit/use-language";
import { ComboBox } from "@/components/ui/combo-box";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { CANCELLED_REWARD_POLICIES, PIN_POLICIES, type Programme } from "@/lib/areas/programme/desk-schemas";
import { ChangeList, changesBetween } from "./change-list";
import { useChangeProgramme, useReadProgramme } from "./queries";
import { RULE_NAMES, type Rules, useRuleText, useWeekdayName, WEEKDAYS } from "./rules-words";

/** Numbers may be missing or wrong while they are typed. */
type Fields = { [Name in keyof Rules]: Rules[Name] extends number ? number | null | undefined : Rules[Name] };
type NumberName = {
  [Name in keyof Rules]: Rules[Name] extends number ? Name : never;
}[keyof Rules];

function fieldsOf({ version, updatedAt, ...rules }: Programme): Rules {
  return rules;
}

/** Changes the programme's rules; what that means is shown before it is saved. */
export function RulesForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const t = useTranslations("programme");
  const { fieldTextOf } = useErrorText();
  const weekday = useWeekdayName();
  const [base, setBase] = useState(programme);
  const [fields, setFields] = useState<Fields>(() => fieldsOf(programme));
  const [foreign, setForeign] = useState<ForeignChange[] | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const describe = useDescribe();
  const readProgramme = useReadProgramme();
  const change = useChangeProgramme();
  const error = change.error && toPortalError(change.error);
  const set =
    <Name extends keyof Fields>(name: Name) =>
    (value: Fields[Name]) =>
      setFields((present) => ({ ...present, [name]: value }));
  const changes = changesBetween(describe(fieldsOf(base)), describe(fields));
  const submit = () => {
    setReviewing(false);
    setForeign(null);
    const pinAboveValue = fields.pinPolicy === "above" ? fields.pinAboveValue : null;
    change.mutate(
      { version: base.version, ...fields, pinAboveValue },
      {
        onSuccess: () => {
          toast({ kind: "success", title: t("rulesSaved") });
          onClose();
        },
        onError: async (thrown) => {
          if (toPortalError(thrown).code !== "conflict") return;
          const there = (await readProgramme()).programme;
          const foreignChanges = changesBetween(describe(fieldsOf(base)), describe(fieldsOf(there)));
          setForeign(foreignChanges.map(({ label, after }) => ({ label, value: after })));
          setBase(there);
        },
      },
    );
  };
  const numberField = (name: NumberName, description?: string) => (
    <NumberField
      label={t(`rule.${name}`)}
      value={fields[name]}
      onChange={set(name)}
      errorMessage={fieldTextOf(error, name)}
      {...(description !== undefined && { description })}
    />
  );
  const textField = (name: "nameEn" | "nameAr" | "currency") => (
    <TextField
      label={t(`rule.${name}`)}
      value={fields[name]}
      onChange={set(name)}
      errorMessage={fieldTextOf(error, name)}
      isCode={name === "currency"}
      autoComplete="off"
    />
  );
  return (
    <FormDrawer
      title={t("changeRules")}
      submitLabel={t("review")}
      isDirty={JSON.stringify(fields) !== JSON.stringify(fieldsOf(programme))}
      isPending={change.isPending}
      error={error}
      onSubmit={() => (changes.length === 0 ? onClose() : setReviewing(true))}
      onClose={onClose}
    >
      {foreign && <ConflictNotice changes={foreign} />}
      {numberField("pointsValidityMonths", t("validityHint"))}
      {numberField("pointsPerEntryMax")}
      {numberField("balanceMax")}
      {numberField("adjustmentApprovalAbove", t("approvalHint"))}
      {numberField("cancelWindowBusinessDays", t("cancelWindowHint"))}
      <ToggleChips
        label={t("rule.weekendDays")}
        options={WEEKDAYS.map((day) => ({ id: String(day), label: weekday(day) }))}
        values={fields.weekendDays.map(String)}
        onChange={(days) => set("weekendDays")(days.map(Number))}
      />
      {numberField("refundGraceDays", t("graceHint"))}
      <RadioGroup
        label={t("rule.cancelledRewardPolicy")}
        isLoose
        options={CANCELLED_REWARD_POLICIES.map((id) => ({ id, label: t(`cancelledReward.${id}`) }))}
        value={fields.cancelledRewardPolicy}
        onChange={set("cancelledRewardPolicy")}
      />
      <RadioGroup
        label={t("rule.pinPolicy")}
        isLoose
        options={PIN_POLICIES.map((id) => ({ id, label: t(`pin.${id}`) }))}
        value={fields.pinPolicy}
        onChange={set("pinPolicy")}
      />
      {fields.pinPolicy === "above" && (
        <NumberField
          label={t("rule.pinAboveValue")}
          value={fields.pinAboveValue}
          onChange={(value) => set("pinAboveValue")(value ?? null)}
          unit={fields.currency}
          errorMessage={fieldTextOf(error, "pinAboveValue")}
        />
      )}
      {textField("nameEn")}
      {textField("nameAr")}
      {textField("currency")}
      <ComboBox
        label={t("rule.timeZone")}
        options={zonesWith(fields.timeZone).map((id) => ({ id, label: id }))}
        value={fields.timeZone}
        onChange={(zone) => zone !== null && set("timeZone")(zone)}
        errorMessage={fieldTextOf(error, "timeZone")}
      />
      {isReviewing && (
        <ConfirmDialog
          title={t("reviewTitle")}
          confirmLabel={t("apply")}
          isPending={change.isPending}
          error={null}
          onConfirm={submit}
          onClose={() => setReviewing(false)}
        >
          <p>{t("fromNowOn")}</p>
          <ChangeList changes={changes} />
        </ConfirmDialog>
      )}
    </FormDrawer>
  );
}

/** The zones that this browser knows, and the one that is chosen, under whatever name. */
function zonesWith(chosen: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return zones.includes(chosen) ? zones : [chosen, ...zones];
}

/** Rules in words, by their labels; what is no number yet says nothing. */
function useDescribe() {
  const t = useTranslations("programme");
  const textOf = useRuleText();
  return (fields: Fields): Record<string, string> =>
    Object.fromEntries(
      RULE_NAMES.map((name) => {
        const isMissing = fields[name] === null || fields[name] === undefined;
        return [t(`rule.${name}`), isMissing ? "" : textOf(name, fields as Rules)];
      }),
    );
}
