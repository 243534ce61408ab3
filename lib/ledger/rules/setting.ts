/**
 * How a setting of the programme is declared: one row with its value at first, its range and its words. The mapping of the table's row, the
 * schemas of requests and answers, the act's check, the form and the page derive from the rows (`programme-settings.ts`).
 */
interface Row<Value> {
  /** The change that lets people give, take or see more, which a second person agrees to (rules.md §24). */
  looser: Looser;
  /** One person does not loosen it alone while the programme is set up either. */
  outlastsSetUp?: true;
  /** The default of the column, which is called as the setting is in snake_case. */
  initial: Value;
  /** The setting counts only while another one has this value, and is null otherwise. */
  onlyWith?: readonly [setting: string, value: string];
  /** The migration that added the column, where it was not the first one. */
  since?: string;
}

/**
 * `higher` and `lower` of numbers: no number is no bound, and a span of none looks back at nothing. `earlier` and `later` in the options of
 * a choice. `no`: whatever it is changed to gives nobody anything.
 */
export type Looser = "higher" | "lower" | "on" | "off" | "earlier" | "later" | "any" | "no";

/** Of a value in words: `programme.unit.<unit>`; money is written in the programme's currency. */
export type Unit =
  | "businessDays"
  | "clock"
  | "days"
  | "hours"
  | "members"
  | "minutes"
  | "money"
  | "months"
  | "number"
  | "percent"
  | "points"
  | "wallets"
  | "wrongPins";
/** A word that stands for a number, `programme.word.<word>`. */
export type Word = "anyBill" | "neverLapse" | "noLimit" | "nothing" | "notHeld" | "ripensAtOnce";

interface Range {
  least: number;
  most: number;
  unit: Unit;
  /** Instead of 0. */
  zero?: Word;
  /** Instead of null, which only a setting that is null at first may be. */
  none?: Word;
}
export type WholeSetting<Value extends number | null = number | null> = Row<Value> &
  Range & { kind: "whole" };
export type FlagSetting = Row<boolean> & { kind: "flag" };
export type ChoiceSetting<Option extends string = string> = Row<Option> & {
  kind: "choice";
  options: readonly Option[];
};
export type LineSetting = Row<string> & { kind: "line"; lengthMax: number };
/** Mail addresses and https addresses with commas between them; may be empty. */
export type ContactsSetting = Row<string> & { kind: "contacts"; lengthMax: number };
/** ISO weekdays, 1 = Monday … 7 = Sunday, of which one at least is left out. */
export type WeekdaysSetting = Row<readonly number[]> & { kind: "weekdays" };
/** An ISO 4217 code, or a name of the time zone database. */
export type CodeSetting = Row<string> & { kind: "currency" | "timeZone" };

export type Setting =
  | WholeSetting
  | FlagSetting
  | ChoiceSetting
  | LineSetting
  | ContactsSetting
  | WeekdaysSetting
  | CodeSetting;
export type Settings = Readonly<Record<string, Setting>>;

type More = Pick<Row<unknown>, "looser" | "outlastsSetUp" | "onlyWith" | "since">;

/** A whole number; one that is null at first may be null. */
export const whole = <Value extends number | null>(
  initial: Value extends number ? number : Value,
  range: Range & More,
) => ({ kind: "whole", initial, ...range }) as WholeSetting<Value extends number ? number : null>;
export const flag = (initial: boolean, more: More): FlagSetting => ({ kind: "flag", initial, ...more });
export const choice = <const Option extends string>(
  options: readonly [Option, ...Option[]],
  { initial = options[0], ...more }: More & { initial?: NoInfer<Option> },
): ChoiceSetting<Option> => ({ kind: "choice", options, initial, ...more });
export const contacts = (lengthMax: number, more: More): ContactsSetting => ({
  ...{ kind: "contacts", initial: "", lengthMax },
  ...more,
});
export const line = (lengthMax: number, more: More & { initial?: string }): LineSetting => ({
  ...{ kind: "line", initial: "", lengthMax },
  ...more,
});

type ValueOf<It> =
  It extends WholeSetting<infer Initial>
    ? Initial extends null
      ? number | null
      : number
    : It extends ChoiceSetting<infer Option>
      ? Option
      : It extends FlagSetting
        ? boolean
        : It extends WeekdaysSetting
          ? number[]
          : string;
export type Values<All> = { -readonly [Name in keyof All]: ValueOf<All[Name]> };

export const namesOf = <All extends Settings>(settings: All) =>
  Object.keys(settings) as (keyof All & string)[];

/** The defaults of the columns. */
export function initialValues<All extends Settings>(settings: All): Values<All> {
  return Object.fromEntries(namesOf(settings).map((name) => [name, settings[name]?.initial])) as Values<All>;
}

export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The settings in a row whose columns are called as in the database, read as JSON. */
export function valuesOfRow<All extends Settings>(
  settings: All,
  row: Readonly<Record<string, unknown>>,
): Values<All> {
  return Object.fromEntries(namesOf(settings).map((name) => [name, row[columnOf(name)]])) as Values<All>;
}

/** The settings among the fields of a record that Prisma has read. Checks of the table keep choices and ranges. */
export function valuesOfRecord<All extends Settings>(
  settings: All,
  record: { readonly [Name in keyof All]: unknown },
): Values<All> {
  const value = (name: keyof All) => (typeof record[name] === "bigint" ? Number(record[name]) : record[name]);
  return Object.fromEntries(namesOf(settings).map((name) => [name, value(name)])) as Values<All>;
}

/** The settings that let people give, take or see more than before, by their own rows. */
export function loosened<All extends Settings>(
  settings: All,
  before: Values<All>,
  after: Values<All>,
): (keyof All & string)[] {
  return namesOf(settings).filter((name) => isLooser(settings[name] as Setting, before[name], after[name]));
}

function isLooser(setting: Setting, before: unknown, after: unknown): boolean {
  const place = (value: unknown) => (setting.kind === "choice" ? setting.options.indexOf(String(value)) : 0);
  switch (setting.looser) {
    case "higher":
      return Number(after ?? Number.POSITIVE_INFINITY) > Number(before ?? Number.POSITIVE_INFINITY);
    case "lower":
      return Number(after ?? 0) < Number(before ?? 0);
    case "on":
      return after === true && before !== true;
    case "off":
      return after === false && before !== false;
    case "earlier":
      return place(after) < place(before);
    case "later":
      return place(after) > place(before);
    case "any":
      return JSON.stringify(after) !== JSON.stringify(before);
    case "no":
      return false;
  }
}

/** Whether a setting may have the value, by its own row. */
export function isWithin(setting: Setting, value: unknown): boolean {
  switch (setting.kind) {
    case "whole":
      if (value === null) return setting.initial === null;
      return Number.isSafeInteger(value) && Number(value) >= setting.least && Number(value) <= setting.most;
    case "choice":
      return setting.options.some((option) => option === value);
    case "weekdays":
      return Array.isArray(value) && value.every(isWeekday) && new Set(value).size < 7;
    case "currency":
      return /^[A-Z]{3}$/.test(String(value));
    case "contacts":
      return contactsOf(String(value)).every(isContact);
    default:
      return true;
  }
}

/** The addresses of a `contacts` setting, as they were typed. */
export const contactsOf = (text: string): string[] => text.split(/[\s,;،؛]+/).filter(Boolean);
export const isMail = (text: string): boolean => /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
const isContact = (text: string) =>
  isMail(text) || (/^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).username === "");

const isWeekday = (day: unknown) => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7;

/** Whether the setting counts beside the others. */
export function counts({ onlyWith: [other, value] = ["", ""] }: Setting, values: object): boolean {
  return other === "" || values[other as keyof typeof values] === value;
}
