"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Menu as AriaMenu, MenuItem } from "react-aria-components/Menu";
import { cx } from "./cx";
import { FloatingBox } from "./popover";
import type { PressableProps } from "./pressable";

/** The menu itself, there while it is open. See {@link Menu}. */
export function OpenMenu({
  button,
  at,
  onClose,
  label,
  header,
  actions,
}: Omit<MenuProps, "trigger"> & {
  button: RefObject<HTMLButtonElement | null>;
  /** Which action has the focus first. */
  at: "first" | "last";
  onClose: () => void;
}) {
  return (
    <FloatingBox
      trigger="MenuTrigger"
      triggerRef={button}
      aria-label={label}
      isOpen
      onOpenChange={onClose}
      placement="bottom end"
      className="min-w-56"
    >
      {header && <div className="border-line border-b px-4 py-3">{header}</div>}
      <AriaMenu aria-label={label} autoFocus={at} onClose={onClose} className="p-1 outline-none">
        {actions.map(({ id, label, icon: Icon, onAction, isDangerous, isDisabled = false, lang }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={label}
            onAction={onAction}
            isDisabled={isDisabled}
            className={cx(
              "flex min-h-control cursor-pointer items-center gap-3 rounded-lg px-3 outline-none data-focused:bg-hover data-disabled:opacity-55",
              isDangerous && "text-danger",
            )}
          >
            {Icon && <Icon aria-hidden className="size-4.5 shrink-0" />}
            <span lang={lang} className={cx(lang && "foreign-word")}>
              {label}
            </span>
          </MenuItem>
        ))}
      </AriaMenu>
    </FloatingBox>
  );
}

export interface MenuProps {
  /** The button that opens it, given what it must take. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  label: string;
  /** Shown above the actions, such as who is signed in. */
  header?: ReactNode;
  actions: readonly MenuAction[];
}

export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon;
  onAction: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** The language of the label, where it is not the page's. */
  lang?: string;
}

/** Properties for the button that opens a menu. */
export interface MenuTriggerProps
  extends Pick<PressableProps, "onPress" | "onPointerEnter" | "onFocus" | "onKeyDown"> {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
}
