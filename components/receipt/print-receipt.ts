import { rememberChoice, rememberedChoice } from "@/components/kit/device-choice";
import { parseReceiptChoice } from "@/lib/areas/receipt/schemas";
import {
  formatReceiptChoice,
  PRINTS_AT_ONCE,
  RECEIPT_COOKIE,
  RECEIPT_READY,
  type ReceiptChoice,
  receiptPath,
} from "@/lib/areas/receipt/words";

/** How long a receipt may take to be laid out before it is opened in a tab instead. */
const READY_MS = 10_000;

/** How this device prints receipts. */
export function deviceReceiptChoice(): ReceiptChoice {
  return parseReceiptChoice(rememberedChoice(RECEIPT_COOKIE));
}

export function rememberReceiptChoice(choice: ReceiptChoice): void {
  rememberChoice(RECEIPT_COOKIE, formatReceiptChoice(choice));
}

let printed: HTMLIFrameElement | null = null;

/**
 * Prints the receipt of an entry in the browser's print dialog over the page. Where that is impossible, it opens in a
 * tab of its own with a print button.
 * @returns false when neither worked
 */
export async function printReceipt(entryId: number): Promise<boolean> {
  const path = receiptPath(entryId, deviceReceiptChoice());
  // Safari opens a window only while the press is being answered.
  if (printsWholePages()) return window.open(`${path}&${PRINTS_AT_ONCE}=1`, "_blank") !== null;
  // The frame of the last receipt stays until now: some browsers go on reading it after print() has returned.
  printed?.remove();
  const frame = hiddenFrame();
  printed = frame;
  try {
    const ready = untilReady(frame);
    frame.src = path;
    document.body.append(frame);
    await ready;
    if (!(await printWindow(frame.contentWindow))) throw new Error("This browser does not print.");
    return true;
  } catch {
    // Another receipt was asked for in the meantime: that one is printed.
    if (printed !== frame) return true;
    frame.remove();
    return window.open(path, "_blank") !== null;
  }
}

/** Browsers of tablets and phones print the page around a frame in its place. */
function printsWholePages(): boolean {
  return (
    window.matchMedia("(pointer: coarse)").matches && /iP(?:ad|hone)|Mac OS|Android/.test(navigator.userAgent)
  );
}

/** A browser that prints says so before it asks for the printer. */
const PRINTING_MS = 1_500;

/** Asks a window to print itself; false where the browser has no way to, or does nothing. */
export async function printWindow(printed: Window | null): Promise<boolean> {
  if (typeof printed?.print !== "function") return false;
  let isPrinting = false;
  printed.addEventListener("beforeprint", () => {
    isPrinting = true;
  });
  printed.print();
  if (!isPrinting) await new Promise((resolve) => setTimeout(resolve, PRINTING_MS));
  return isPrinting;
}

/** Out of sight but laid out: what is not laid out is not printed. */
function hiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  Object.assign(frame.style, {
    position: "fixed",
    insetBlockStart: "0",
    insetInlineStart: "-200vw",
    inlineSize: "100mm",
    blockSize: "100mm",
    border: "0",
  });
  return frame;
}

/** Resolves when the receipt says that it is laid out; rejects when something else came, or nothing. */
function untilReady(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.contentWindow && data === RECEIPT_READY) settle(resolve);
    };
    const onLoad = () => {
      // The page of a lost connection, or the sign-in page, which lets nobody frame it.
      if (!frame.contentDocument?.querySelector("[data-receipt]")) settle(reject);
    };
    const timer = setTimeout(() => settle(reject), READY_MS);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      frame.removeEventListener("load", onLoad);
      end();
    };
    window.addEventListener("message", onMessage);
    frame.addEventListener("load", onLoad);
  });
}
