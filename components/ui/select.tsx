"use client";

import { ChevronDown, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useId, useRef, useState, useTransition } from "react";
import { foldText } from "@/lib/platform/search-text";
import { cx } from "./cx";
import { type FieldProps, fieldClass, LABEL, PlainNote } from "./field";
import type { Option } from "./list-box";
import { Pressable } from "./pressable";

interface SelectProps<Key extends string | number> extends FieldProps {
  options: readonly Option<Key>[];
  value: Key | null;
  onChange: (value: Key) => void;
  icon?: LucideIcon;
  isDisabled?: boolean;
  /** The label is for screen readers only, where the place says what is chosen. */
  isLabelHidden?: boolean;
  placeholder?: string;
}

const load = () => import("./open-select");
type OpenSelect = Awaited<ReturnType<typeof load>>["OpenSelect"];

/** How many choices further a key leads while the list is closed. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
const OPENERS = new Set(["ArrowDown", "ArrowUp"]);

/**
 * One choice out of a few. The code of floating lists is large, so it is loaded when the button is first touched, pointed at
 * or focused. While the list is closed, arrows to the sides and letters choose, as they do in the browser's own.
 */
export function Select<Key extends string | number>(props: SelectProps<Key>) {
  const { label, description, errorMessage, options, value, onChange, icon: Icon } = props;
  const t = useTranslations("ui");
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ OpenSelect: OpenSelect } | null>(null);
  const [, startTransition] = useTransition();
  const chosen = options.find((option) => option.id === value);
  const hasNote = Boolean(description) || Boolean(errorMessage);
  const prepare = () => void load().catch(() => {});
  const show = () =>
    startTransition(async () => {
      const { OpenSelect } = await load();
      setOpen({ OpenSelect });
    });
  const onKeyDown = useClosedKeys(props, chosen, show);
  return (
    <div className={fieldClass(props.className)} {...(errorMessage && { "data-invalid": true })}>
      <SelectLabel {...{ id, label, button }} isHidden={props.isLabelHidden ?? false} />
      <Pressable
        ref={button}
        id={`${id}button`}
        isDisabled={props.isDisabled ?? false}
        aria-haspopup="listbox"
        aria-expanded={open !== null}
        aria-labelledby={`${id}value ${id}label`}
        {...(hasNote && { "aria-describedby": `${id}note` })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPress={show}
        onKeyDown={onKeyDown}
        className={cx(
          "flex min-h-control w-full min-w-0 cursor-pointer items-center gap-2 rounded-lg border bg-surface px-3 text-start transition-colors",
          "enabled:hover:border-ink-soft disabled:cursor-not-allowed disabled:opacity-55",
          errorMessage ? "border-danger" : "border-line-strong",
        )}
      >
        {Icon && <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />}
        <span
          id={`${id}value`}
          className={cx("min-w-0 flex-1 truncate", chosen === undefined && "text-ink-faint")}
        >
          {chosen === undefined ? (props.placeholder ?? t("choose")) : <bdi>{chosen.label}</bdi>}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Pressable>
      <PlainNote id={`${id}note`} label={label} description={description} errorMessage={errorMessage} />
      {open && (
        <open.OpenSelect
          {...{ button, options, value }}
          labelId={`${id}label`}
          onChange={(key) => {
            const picked = options.find((option) => option.id === key);
            if (picked !== undefined) onChange(picked.id);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Keys while the list is closed: they open it, or choose. */
function useClosedKeys<Key extends string | number>(
  { options, value, onChange }: SelectProps<Key>,
  chosen: Option<Key> | undefined,
  show: () => void,
) {
  const choicesBy = useTypedChoice();
  const choose = (option: Option<Key> | undefined) => {
    if (option !== undefined && option.id !== value) onChange(option.id);
  };
  return (event: KeyboardEvent) => {
    if (OPENERS.has(event.key)) {
      event.preventDefault();
      return show();
    }
    const allowed = options.filter((option) => !option.isDisabled);
    const step = STEPS[event.key];
    if (step === undefined) return choose(choicesBy(event, allowed, chosen));
    event.preventDefault();
    const at = chosen === undefined ? -1 : allowed.indexOf(chosen);
    choose(at < 0 ? allowed.at(step === 1 ? 0 : -1) : allowed[at + step]);
  };
}

interface SelectLabelProps {
  id: string;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  isHidden: boolean;
}

function SelectLabel({ id, label, button, isHidden }: SelectLabelProps) {
  if (isHidden)
    return (
      <span id={`${id}label`} hidden>
        {label}
      </span>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the keys.
    <label
      id={`${id}label`}
      htmlFor={`${id}button`}
      className={LABEL}
      onClick={(event) => {
        // A press on the label leads to the list and does not open it.
        event.preventDefault();
        button.current?.focus();
      }}
    >
      {label}
    </label>
  );
}

const ANY = "any";

/** A choice that may stay open: undefined, in the words `any`. */
export function FilterSelect<Key extends string | number>({
  any,
  options,
  value,
  onChange,
  ...field
}: Omit<SelectProps<Key>, "value" | "onChange"> & {
  any: string;
  value: Key | undefined;
  onChange: (value: Key | undefined) => void;
}) {
  return (
    <Select<Key | typeof ANY>
      {...field}
      options={[{ id: ANY, label: any }, ...options]}
      value={value ?? ANY}
      onChange={(id) => onChange(id === ANY ? undefined : (id as Key))}
    />
  );
}

/** Letters that follow each other within this time, in milliseconds, are one word. */
const WORD_MS = 1_000;

/**
 * The choice that is meant by typing at a closed list: its label begins with the letters typed so far, whatever their case and accents; the
 * same letter again leads to the next one. Undefined for keys that are no letters, and where nothing fits.
 */
export function useTypedChoice() {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  return <Choice extends { label: string }>(
    { key, altKey, ctrlKey, metaKey, timeStamp }: KeyboardEvent,
    choices: readonly Choice[],
    chosen: Choice | undefined,
  ): Choice | undefined => {
    const before = timeStamp - typed.current.at < WORD_MS ? typed.current.text : "";
    // A space opens the list, unless it is within a word.
    if ([...key].length !== 1 || altKey || ctrlKey || metaKey || (key === " " && before === ""))
      return undefined;
    const text = before === key ? key : before + key;
    typed.current = { text, at: timeStamp };
    const at = chosen === undefined ? -1 : choices.indexOf(chosen);
    // The first letter leads on from what is chosen; those that follow may mean the same choice still.
    const from = [...text].length === 1 ? at + 1 : Math.max(at, 0);
    return [...choices.slice(from), ...choices.slice(0, from)].find(({ label }) => beginsWith(label, text));
  };
}

function beginsWith(label: string, text: string): boolean {
  const beginning = foldText(text);
  // A mark such as "/" is no beginning: the key belongs to the page.
  return beginning !== "" && foldText(label).startsWith(beginning);
}
