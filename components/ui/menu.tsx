"use client";

import { useRef, useState, useTransition } from "react";
import type { MenuProps } from "./open-menu";

const load = () => import("./open-menu");
type OpenMenu = Awaited<ReturnType<typeof load>>["OpenMenu"];

/** The choice that an arrow key opens the menu at. */
const ARROWS: Readonly<Record<string, "first" | "last">> = { ArrowDown: "first", ArrowUp: "last" };

/**
 * A few actions behind one button. The code of floating boxes is large, so it is loaded when the button is first
 * touched, pointed at or focused.
 */
export function Menu({ trigger, ...props }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ OpenMenu: OpenMenu; at: "first" | "last" } | null>(null);
  const [, startTransition] = useTransition();
  const prepare = () => void load();
  const openAt = (at: "first" | "last") =>
    startTransition(async () => {
      const { OpenMenu } = await load();
      setOpen({ OpenMenu, at });
    });
  return (
    <>
      {trigger({
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open !== null,
        onPointerEnter: prepare,
        onFocus: prepare,
        onPress: () => openAt("first"),
        onKeyDown: (event) => {
          const at = ARROWS[event.key];
          if (at === undefined) return;
          event.preventDefault();
          openAt(at);
        },
      })}
      {open && <open.OpenMenu {...props} button={button} at={open.at} onClose={() => setOpen(null)} />}
    </>
  );
}
