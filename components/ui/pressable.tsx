"use client";

import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";

export interface PressableProps extends Omit<ComponentProps<"button">, "onClick" | "disabled"> {
  isDisabled?: boolean;
  /** By pointer, finger, keyboard or screen reader; once for a key that is held down. */
  onPress?: () => void;
  /** Leaves the focus where it is, such as in the field that the button belongs to. */
  isFocusKept?: boolean;
}

/**
 * The browser's own button, which all buttons are made of that no other control gives a meaning to. React Aria's costs five
 * times as much to render, on the server and when the browser takes the page over, and there are many on a page.
 */
export function Pressable({
  type = "button",
  isDisabled = false,
  onPress,
  isFocusKept = false,
  onKeyDown,
  ...props
}: PressableProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled}
      onClick={
        onPress &&
        (({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
          // Safari gives no focus to what is pressed; a dialog that opens gives it back to where it was.
          if (!isFocusKept) currentTarget.focus({ preventScroll: true });
          onPress();
        })
      }
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
        onKeyDown?.(event);
      }}
      {...(isFocusKept && { onMouseDown: (event: MouseEvent) => event.preventDefault() })}
    />
  );
}
