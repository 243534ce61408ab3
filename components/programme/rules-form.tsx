"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { useEditor } from "@/components/kit/use-editor";
import { ComboBox } from "@/components/ui/combo-box";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { programme as api } from "@/lib/areas/programme/contract";
import type { Programme } from "@/lib/areas/programme/desk-schemas";
import {
  CANCELLED_REWARD_POLICIES,
  EARNED_ON,
  PIN_POLICIES,
  USED_COUPON_POLICIES,
} from "@/lib/areas/programme/words";
import { SHIFT_POLICIES } from "@/lib/portal/session/shift-policy";
import { ChangeList, changesBetween } from "./change-list";
import { LimitFields } from "./limit-fields";
import { RULE_NAMES, type Rules, useRuleText, useWeekdayName, WEEKDAYS } from "./rules-words";

/** Numbers may be missing or wrong while they are typed. */
type Fields = {
  [Name in keyof Rules]: Rules[Name] extends number | null ? number | null | undefined : Rules[Name];
};
type NumberName = {
  [Name in keyof Rules]: Rules[Name] extends number ? Name : never;
}[keyof Rules];

/** Whether the code is typed to its end. */
const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code);

const fieldsOf = ({ version, updatedAt, ...rules }: Programme): Fields => rules;

/** Changes the programme's rules; what that means is shown before it is saved. */
export function RulesForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const t = useTranslations("programme");
  const weekday = useWeekdayName();
  const [isReviewing, setReviewing] = useState(false);
  const describe = useDescribe();
  const change = useRequest(api.change);
  const editor = useEditor({
    record: programme,
    fieldsOf,
    bodyOf: (shown) => ({
      ...shown,
      pinAboveValue: shown.pinPolicy === "above" ? shown.pinAboveValue : null,
    }),
    groups: [["pinPolicy", "pinAboveValue"]],
    change: {
      ...change,
      read: async () => (await send(api.desk)).programme,
    },
    onSaved: () => {
      toast({ kind: "success", title: t("rulesSaved") });
      onClose();
    },
  });
  const { fields, field, change: set } = editor;
  const currencySign = useCurrencySign(isCurrency(fields.currency) ? fields.currency : undefined);
  const changes = changesBetween(describe(editor.base), describe(fields));
  const numberField = (name: NumberName, description?: string) => (
    <NumberField
      label={t(`rule.${name}`)}
      {...field(name)}
      {...(description !== undefined && { description })}
    />
  );
  const textField = (name: "nameEn" | "nameAr" | "currency") => (
    <TextField label={t(`rule.${name}`)} {...field(name)} isCode={name === "currency"} autoComplete="off" />
  );
  return (
    <EditorDrawer
      title={t("changeRules")}
      submitLabel={t("review")}
      editor={editor}
      describe={(name, shown) => {
        const label = t(`rule.${name}`);
        const words = describe(shown);
        const above = name === "pinPolicy" ? words[t("rule.pinAboveValue")] : undefined;
        return { label, value: [words[label], above].filter(Boolean).join(" · ") };
      }}
      onReview={() => (editor.isDirty ? setReviewing(true) : onClose())}
      onClose={onClose}
    >
      {numberField("pointsValidityMonths", t("validityHint"))}
      {numberField("ripeningDays", t("ripeningHint"))}
      <RadioGroup
        label={t("rule.earnedOn")}
        description={t("earnedHint")}
        isLoose
        options={EARNED_ON.map((id) => ({ id, label: t(`earned.${id}`) }))}
        {...field("earnedOn")}
      />
      {numberField("pointsPerEntryMax")}
      {numberField("balanceMax")}
      {numberField("adjustmentApprovalAbove", t("approvalHint"))}
      {numberField("cancelWindowBusinessDays", t("cancelWindowHint"))}
      <ToggleChips
        label={t("rule.weekendDays")}
        options={WEEKDAYS.map((day) => ({ id: String(day), label: weekday(day) }))}
        values={fields.weekendDays.map(String)}
        onChange={(days) => set({ weekendDays: days.map(Number) })}
      />
      {numberField("refundGraceDays", t("graceHint"))}
      <RadioGroup
        label={t("rule.cancelledRewardPolicy")}
        isLoose
        options={CANCELLED_REWARD_POLICIES.map((id) => ({ id, label: t(`cancelledReward.${id}`) }))}
        {...field("cancelledRewardPolicy")}
      />
      <RadioGroup
        label={t("rule.usedCouponPolicy")}
        isLoose
        options={USED_COUPON_POLICIES.map((id) => ({ id, label: t(`usedCoupon.${id}`) }))}
        {...field("usedCouponPolicy")}
      />
      <RadioGroup
        label={t("rule.pinPolicy")}
        isLoose
        options={PIN_POLICIES.map((id) => ({ id, label: t(`pin.${id}`) }))}
        {...field("pinPolicy")}
      />
      {fields.pinPolicy === "above" && (
        <NumberField label={t("rule.pinAboveValue")} {...field("pinAboveValue")} unit={currencySign} />
      )}
      {numberField("pinWrongPerPersonMax", t("wrongPinsHint"))}
      {numberField("pinWrongPerClientMax")}
      <h3 className="mt-2 font-semibold">{t("group.limits")}</h3>
      <LimitFields editor={editor} />
      <div>
        <Switch
          isSelected={fields.approvesBeyondLimits}
          onChange={(approvesBeyondLimits) => set({ approvesBeyondLimits })}
        >
          {t("rule.approvesBeyondLimits")}
        </Switch>
        <p className="mt-1 text-ink-faint text-sm">{t("limitHint.approvesBeyondLimits")}</p>
      </div>
      <h3 className="mt-2 font-semibold">{t("group.reviews")}</h3>
      <div>
        <Switch isSelected={fields.reviewOwnNumber} onChange={(reviewOwnNumber) => set({ reviewOwnNumber })}>
          {t("rule.reviewOwnNumber")}
        </Switch>
        <p className="mt-1 text-ink-faint text-sm">{t("reviewHint.reviewOwnNumber")}</p>
      </div>
      <NumberField
        label={t("rule.reviewRewardsMax")}
        description={t("reviewHint.reviewRewardsMax")}
        {...field("reviewRewardsMax")}
      />
      {numberField("reviewRewardsMinutes")}
      {(["reviewRedemptionMinutes", "reviewHoursFrom", "reviewHoursUntil"] as const).map((name) => (
        <NumberField
          key={name}
          label={t(`rule.${name}`)}
          description={t(`reviewHint.${name}`)}
          {...field(name)}
        />
      ))}
      <Switch
        isSelected={fields.adminsNeedSecondPerson}
        onChange={(adminsNeedSecondPerson) => set({ adminsNeedSecondPerson })}
      >
        {t("rule.adminsNeedSecondPerson")} {t("twoPeople")}
      </Switch>
      {numberField("pinSetterHours", t("pinSetterHint"))}
      {numberField("walletViewsPerMinute")}
      {numberField("walletViewsPerDay")}
      {numberField("childrenMax")}
      <RadioGroup
        label={t("rule.shifts")}
        isLoose
        options={SHIFT_POLICIES.map((id) => ({ id, label: t(`shiftPolicy.${id}`) }))}
        {...field("shifts")}
      />
      <h3 className="mt-2 font-semibold">{t("group.referrals")}</h3>
      {numberField("referralBonus", t("referralHint"))}
      {numberField("referralNewcomerBonus")}
      <NumberField
        label={t("rule.referralLeastValue")}
        {...field("referralLeastValue")}
        unit={currencySign}
      />
      <NumberField
        label={t("rule.referralPerMonthMax")}
        description={t("referralMonthHint")}
        {...field("referralPerMonthMax")}
      />
      {textField("nameEn")}
      {textField("nameAr")}
      {textField("currency")}
      <ComboBox
        label={t("rule.timeZone")}
        options={zonesWith(fields.timeZone).map((id) => ({ id, label: id }))}
        {...field("timeZone")}
        onChange={(timeZone) => timeZone !== null && set({ timeZone })}
      />
      {isReviewing && (
        <ConfirmDialog
          title={t("reviewTitle")}
          confirmLabel={t("apply")}
          isPending={editor.isPending}
          error={null}
          onConfirm={() => {
            setReviewing(false);
            editor.submit();
          }}
          onClose={() => setReviewing(false)}
        >
          <p>{t("fromNowOn")}</p>
          <ChangeList changes={changes} />
        </ConfirmDialog>
      )}
    </EditorDrawer>
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
