"use client";

import { LoaderCircle, type LucideIcon, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { cx } from "./cx";
import { IconButton } from "./icon-button";
import { Kbd } from "./kbd";
import { Pressable } from "./pressable";

export interface PaletteItem {
  id: string;
  label: string;
  /** The language of the label, where it is not the page's. */
  lang?: string;
  /** After the label, smaller. */
  detail?: ReactNode;
  icon: LucideIcon;
  /** Printed keys that do the same, pressed one after the other. */
  keys?: readonly string[];
  onPick: () => void;
}

export interface PaletteGroup {
  id: string;
  title: string;
  items: readonly PaletteItem[];
}

interface PaletteProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The name of the list. */
  listLabel: string;
  groups: readonly PaletteGroup[];
  /** Shown in place of an empty list. */
  empty: ReactNode;
  /** Below what there is, such as that there is more. */
  note: string | null;
  /** Said to screen readers when it changes: how much there is. */
  status: string;
  isBusy: boolean;
  /** Below the list: how to use it. */
  hint: string;
  /** Called for the key that opens it as well. */
  onClose: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Something typed, and below it what it may mean: the arrow keys choose while the focus stays in the field, Enter picks. */
export function Palette({ label, text, onText, groups, onClose, ...shown }: PaletteProps) {
  const t = useTranslations("ui");
  const listId = useId();
  const optionId = (id: string) => `${listId}${id}`;
  const { active, choose, step } = useActiveItem(groups, optionId);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key, code, ctrlKey, metaKey } = event;
    const direction = STEPS[key];
    if (direction !== undefined) step(direction);
    else if (key === "Enter") active?.onPick();
    else if ((ctrlKey || metaKey) && code === "KeyK") onClose();
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim data-entering:animate-[appear_120ms] sm:p-6 sm:pt-[12vh] print:hidden"
    >
      <Modal className="flex max-h-[min(100dvh,var(--visual-viewport-height,100dvh))] w-full max-w-2xl flex-col overflow-hidden border border-line bg-raised text-ink shadow-floating sm:max-h-[70dvh] sm:rounded-2xl">
        <AriaDialog aria-label={label} className="flex min-h-0 flex-1 flex-col outline-none">
          <div className="flex items-center gap-3 border-line border-b px-4">
            <Search aria-hidden className="size-5 shrink-0 text-ink-faint" />
            <TextInput
              {...{ label, text, onKeyDown }}
              placeholder={shown.placeholder}
              activeId={active && optionId(active.id)}
              listId={active !== undefined && listId}
              onText={(typed) => {
                choose(null);
                onText(typed);
              }}
            />
            {shown.isBusy && (
              <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-ink-faint" />
            )}
            {/* Where there is nothing beside it to press, and no Escape. */}
            <IconButton icon={X} label={t("close")} onPress={onClose} className="-me-2 sm:hidden" />
          </div>
          <div className="min-h-0 flex-1 overflow-auto p-2">
            {active === undefined ? (
              <div className="px-3 py-6 text-center text-ink-soft">{shown.empty}</div>
            ) : (
              <div role="listbox" id={listId} aria-label={shown.listLabel}>
                {groups.map((group) => (
                  <Group key={group.id} {...{ group, optionId, active }} onPoint={choose} />
                ))}
              </div>
            )}
            {shown.note && <p className="px-3 py-2 text-ink-soft text-sm">{shown.note}</p>}
          </div>
          <p role="status" className="sr-only">
            {shown.status}
          </p>
          <p className="border-line border-t px-4 py-2 text-ink-faint text-sm max-sm:hidden">{shown.hint}</p>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The item that Enter picks: the chosen one, or else the first. Keeps the item in sight. */
function useActiveItem(groups: readonly PaletteGroup[], optionId: (id: string) => string) {
  const [chosen, choose] = useState<string | null>(null);
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === chosen) ?? items[0];
  const activeId = active && optionId(active.id);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const step = (by: 1 | -1) => {
    const place = items.findIndex(({ id }) => id === active?.id);
    choose(items.at((place + by + items.length) % items.length)?.id ?? null);
  };
  return { active, choose, step };
}

/** `listId`: of the list below it; false while there is none. */
function TextInput({
  label,
  listId,
  activeId,
  text,
  onText,
  ...input
}: Pick<PaletteProps, "label" | "placeholder" | "text" | "onText"> & {
  listId: string | false;
  activeId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the palette is opened to be typed into.
      autoFocus
      type="text"
      role="combobox"
      aria-label={label}
      aria-autocomplete="list"
      aria-expanded={listId !== false}
      aria-controls={listId || undefined}
      aria-activedescendant={activeId}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={64}
      dir="auto"
      value={text}
      onChange={({ target }) => onText(target.value)}
      {...input}
      className="h-14 w-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-faint placeholder-shown:[direction:inherit]"
    />
  );
}

interface GroupProps {
  group: PaletteGroup;
  optionId: (id: string) => string;
  active: PaletteItem | undefined;
  onPoint: (id: string) => void;
}

/** Nothing where the group has none. */
function Group({ group: { id, title, items }, optionId, active, onPoint }: GroupProps) {
  if (items.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, and no set of fields.
    <div role="group" aria-labelledby={optionId(id)}>
      <div
        id={optionId(id)}
        role="presentation"
        className="px-3 pt-2 pb-1 font-medium text-ink-faint text-sm"
      >
        {title}
      </div>
      {items.map((item) => (
        <Choice
          key={item.id}
          item={item}
          id={optionId(item.id)}
          isActive={item.id === active?.id}
          onPoint={() => onPoint(item.id)}
        />
      ))}
    </div>
  );
}

function Choice({
  item: { label, lang, detail, icon: Icon, keys = [], onPick },
  id,
  isActive,
  onPoint,
}: {
  item: PaletteItem;
  id: string;
  isActive: boolean;
  onPoint: () => void;
}) {
  return (
    <Pressable
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      isFocusKept
      onPress={onPick}
      onPointerMove={onPoint}
      className={cx(
        "flex min-h-control w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-start",
        isActive && "bg-accent-soft text-accent-soft-ink",
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="wrap-break-word min-w-0 flex-1">
        <bdi lang={lang} className={cx(lang && "foreign-word")}>
          {label}
        </bdi>
        {detail && <span className={cx("ms-2 text-sm", !isActive && "text-ink-soft")}>{detail}</span>}
      </span>
      {keys.length > 0 && (
        <span aria-hidden className="flex shrink-0 items-center gap-1 max-sm:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Pressable>
  );
}
