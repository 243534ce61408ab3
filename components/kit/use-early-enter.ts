import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * Enter in a form whose result is still being asked for sends the form once the result is there, as pressed. Any other key, and a result
 * that refuses, take the Enter back. The returned handler belongs to the form.
 */
export function useEarlyEnter({ isReady, isAnswered }: { isReady: boolean; isAnswered: boolean }) {
  const early = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    const form = early.current;
    if (!isReady && !isAnswered) return;
    early.current = null;
    if (isReady) form?.requestSubmit();
  }, [isReady, isAnswered]);
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLFormElement>) => {
      const isEnter = event.key === "Enter" && !event.repeat && event.target instanceof HTMLInputElement;
      early.current = isEnter && !isReady && !isAnswered ? event.currentTarget : null;
    },
  };
}
