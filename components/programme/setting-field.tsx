"use client";

import type { Editor } from "@/components/kit/use-editor";
import { ComboBox } from "@/components/ui/combo-box";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { ToggleChips } from "@/components/ui/toggle-chips";
import type { SettingName } from "@/lib/ledger/core/programme-settings";
import { counts } from "@/lib/ledger/core/setting";
import { type RuleFields, settingOf, useSettingWords, useWeekdayName } from "./setting-words";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code);

/** The field of a setting, as its row says; none while the setting does not count beside the others. */
export function SettingField({ name, editor }: { name: SettingName; editor: Editor<RuleFields> }) {
  const words = useSettingWords();
  const weekday = useWeekdayName();
  const { fields } = editor;
  const currencySign = useCurrencySign(isCurrency(fields.currency) ? fields.currency : undefined);
  const setting = settingOf(name);
  if (!counts(setting, fields)) return null;
  const [label, description] = [words.label(name), words.hint(name)];
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
          options={WEEKDAYS.map((day) => ({ id: String(day), label: weekday(day) }))}
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
        <TextField {...props} {...given<string>()} isCode={setting.kind === "currency"} autoComplete="off" />
      );
  }
}

/** More choices than this are a list that opens. */
const LISTED_MIN = 5;

/** The zones that this browser knows, and the one that is chosen, under whatever name. */
function zonesWith(chosen: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return zones.includes(chosen) ? zones : [chosen, ...zones];
}
