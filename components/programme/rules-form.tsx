"use client";

import { useTranslations } from "next-intl";
import { send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { type Editor, useEditor } from "@/components/kit/use-editor";
import { ComboBox } from "@/components/ui/combo-box";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast-queue";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { programme as api } from "@/lib/areas/programme/contract";
import type { Programme } from "@/lib/areas/programme/record";
import { partsOfChange } from "@/lib/areas/programme/words";
import { SETTINGS, type SettingName } from "@/lib/ledger/rules/programme-settings";
import { counts, namesOf } from "@/lib/ledger/rules/setting";
import { knownZones } from "@/lib/platform/time";
import { ChangeList, changesBetween } from "./change-list";
import { RuleSections } from "./rule-sections";
import { useSettingHint } from "./setting-hint";
import { type RuleFields, settingOf, useSettingWords, useWeekdayName } from "./setting-words";

const NAMES = namesOf(SETTINGS);
/** A setting and the one that it counts beside are sent and merged together. */
const COMPANIONS = NAMES.flatMap((name): [SettingName, SettingName][] => {
  const [other] = settingOf(name).onlyWith ?? [];
  return other === undefined ? [] : [[other as SettingName, name]];
});

const fieldsOf = ({ version, updatedAt, ...rules }: Programme): RuleFields => rules;

/** Changes the programme's settings; the effect is shown in words before it is saved. */
export function RulesForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const t = useTranslations("programme");
  const words = useSettingWords();
  const change = useRequest(api.change);
  const editor = useEditor({
    record: programme,
    fieldsOf,
    bodyOf: (shown) =>
      Object.fromEntries(NAMES.map((name) => [name, counts(settingOf(name), shown) ? shown[name] : null])),
    groups: COMPANIONS,
    change: {
      ...change,
      send: async ({ version, ...changes }) => {
        let saved = programme;
        const parts = partsOfChange(programme, changes, COMPANIONS);
        for (const [place, part] of parts.entries()) {
          if (place > 0) toast({ kind: "success", title: t("othersSaved") });
          saved = await change.send({ version: saved === programme ? version : saved.version, ...part });
        }
        return saved;
      },
      read: async () => (await send(api.desk)).programme,
    },
    said: t("rulesSaved"),
    onSaved: onClose,
  });
  const describe = (fields: RuleFields) =>
    Object.fromEntries(NAMES.map((name) => [words.label(name), words.value(name, fields)]));
  return (
    <EditorDrawer
      title={t("changeRules")}
      submitLabel={t("review")}
      editor={editor}
      describe={(name, shown) => {
        const companions = COMPANIONS.filter(([other]) => other === name).map(([, companion]) => companion);
        const values = [name, ...companions].map((one) => words.value(one as SettingName, shown));
        return { label: words.label(name), value: values.filter(Boolean).join(" · ") };
      }}
      review={{
        title: t("reviewTitle"),
        confirmLabel: t("apply"),
        children: (
          <>
            <p>{t("fromNowOn")}</p>
            <ChangeList changes={changesBetween(describe(editor.base), describe(editor.fields))} />
          </>
        ),
      }}
      onClose={onClose}
    >
      <RuleSections isSafetyOpen={editor.failures > 0}>
        {(names) => names.map((name) => <SettingField key={name} name={name} editor={editor} />)}
      </RuleSections>
    </EditorDrawer>
  );
}

const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code);

/** The field of a setting, as its row says; none while the setting does not count beside the others. */
function SettingField({ name, editor }: { name: SettingName; editor: Editor<RuleFields> }) {
  const words = useSettingWords();
  const hintOf = useSettingHint();
  const weekday = useWeekdayName();
  const { fields } = editor;
  const currencySign = useCurrencySign(isCurrency(fields.currency) ? fields.currency : undefined);
  const setting = settingOf(name);
  if (!counts(setting, fields)) return null;
  const [label, description] = [words.label(name), hintOf(name)];
  const props = { label, ...(description !== undefined && { description }) };
  const given = <Value,>() =>
    editor.field(name) as unknown as {
      value: Value;
      onChange: (value: Value) => void;
      errorMessage: string | undefined;
    };
  switch (setting.kind) {
    case "whole":
      return (
        <NumberField
          {...props}
          {...given<number | null | undefined>()}
          {...(setting.unit === "money" && { unit: currencySign })}
        />
      );
    case "flag": {
      const { value, onChange } = given<boolean>();
      return (
        <div>
          <Switch isSelected={value} onChange={onChange}>
            {label}
          </Switch>
          {description !== undefined && <p className="mt-1 text-ink-faint text-sm">{description}</p>}
        </div>
      );
    }
    case "choice": {
      const options = setting.options.map((id) => ({ id, label: words.option(name, id) }));
      if (options.length > LISTED_MIN) return <Select {...props} options={options} {...given<string>()} />;
      return <RadioGroup {...props} isLoose options={options} {...given<string>()} />;
    }
    case "weekdays": {
      const { value, onChange } = given<number[]>();
      return (
        <ToggleChips
          label={label}
          options={weekdaysInOrder().map((day) => ({ id: String(day), label: weekday(day) }))}
          values={value.map(String)}
          onChange={(days) => onChange(days.map(Number))}
        />
      );
    }
    case "timeZone": {
      const { onChange, ...field } = given<string>();
      return (
        <ComboBox
          {...props}
          options={zonesWith(field.value).map((id) => ({ id, label: id }))}
          {...field}
          onChange={(zone) => zone !== null && onChange(zone)}
        />
      );
    }
    default:
      return (
        <TextField {...props} {...given<string>()} isCode={setting.kind !== "line"} autoComplete="off" />
      );
  }
}

/** More choices than this are a list that opens. */
const LISTED_MIN = 5;

/** The zones that this browser knows, and the one that is chosen, under whatever name. */
function zonesWith(chosen: string): string[] {
  const zones = knownZones();
  return zones.includes(chosen) ? zones : [chosen, ...zones];
}
