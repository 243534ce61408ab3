"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState, useTransition } from "react";
import type { ButtonProps } from "react-aria-components/Button";

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

/** What the button that opens a menu must take. */
export type MenuTriggerProps = Pick<
  ButtonProps,
  "onPress" | "onHoverStart" | "onFocus" | "aria-haspopup" | "autoFocus"
>;

export interface MenuProps {
  /** The button that opens it, given what it must take. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  label: string;
  /** Shown above the actions, such as who is signed in. */
  header?: ReactNode;
  actions: readonly MenuAction[];
}

const load = () => import("./open-menu");
type OpenMenu = Awaited<ReturnType<typeof load>>["OpenMenu"];

/**
 * A few actions behind one button. The code of floating boxes is large, so it is loaded when the button is first
 * touched, pointed at or focused.
 */
export function Menu(props: MenuProps) {
  const [Loaded, setLoaded] = useState<OpenMenu | null>(null);
  const [, startTransition] = useTransition();
  if (Loaded) return <Loaded {...props} />;
  const prepare = () => void load();
  return props.trigger({
    "aria-haspopup": "menu",
    onHoverStart: prepare,
    onFocus: prepare,
    onPress: () =>
      startTransition(async () => {
        const { OpenMenu } = await load();
        setLoaded(() => OpenMenu);
      }),
  });
}
