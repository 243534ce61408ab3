import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed: rendered with it before the browser looks at what it prints. */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true));
    const printed = () => setPrinted(false);
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", printed);
    return () => {
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", printed);
    };
  }, []);
  return isPrinted;
}
