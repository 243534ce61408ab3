"use client";

import { useEffect, useState } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { cx } from "./cx";
import type { MenuProps } from "./menu";
import { FloatingBox } from "./popover";

/** The menu itself, open from the start: it is only there because its button was pressed. See {@link Menu}. */
export function OpenMenu({ trigger, label, header, actions }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  // The button takes the focus first, so that it gets it back when the menu closes.
  useEffect(() => setOpen(true), []);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger({ autoFocus: true })}
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
              <span lang={lang} className={cx(lang && "foreign-word")}>
                {label}
              </span>
            </MenuItem>
          ))}
        </AriaMenu>
      </FloatingBox>
    </MenuTrigger>
  );
}
