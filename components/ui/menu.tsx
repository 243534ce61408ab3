"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { cx } from "./cx";
import { FloatingBox } from "./popover";

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

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  label: string;
  /** Shown above the actions, such as who is signed in. */
  header?: ReactNode;
  actions: readonly MenuAction[];
}

/** A few actions behind one button. */
export function Menu({ trigger, label, header, actions }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <FloatingBox placement="bottom end" className="min-w-56">
        {header && <div className="border-line border-b px-4 py-3">{header}</div>}
        <AriaMenu aria-label={label} className="p-1 outline-none">
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
              <span lang={lang}>{label}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </FloatingBox>
    </MenuTrigger>
  );
}
