import type { Bilingual } from "@/lib/platform/language";
import { LINES_HEADER } from "@/lib/portal/wire/request";
import { PortalError } from "./error";
import { portalRequest } from "./fetch";
import { readRefusal } from "./read-answer";

/** Between two reports of progress, so many milliseconds at least. */
const REPORT_MS = 150;
const LINE_END = 10;
/** Bytes that the page holds at most: the browser keeps a Blob on the disk. */
const HELD_MAX = 4 * 2 ** 20;

const BROKEN_OFF_TEXTS = {
  en: "The file broke off and was not saved. Download it again",
  ar: "انقطع تنزيل الملف ولم يُحفظ. نزّله مرة أخرى",
} as const satisfies Bilingual;

/** Lines of a file that have come, and of how many where the service says so. */
export interface FileProgress {
  lines: number;
  of: number | null;
}

/**
 * Fetches a CSV file and reports the lines that have come, without the header. Throws PortalError: the server's refusal, `offline` where none
 * answered, `broken_off` where the file ended before its end.
 */
export async function fetchFile(
  href: string,
  onProgress: (progress: FileProgress) => void,
): Promise<{ blob: Blob; name: string }> {
  const response = await portalRequest(href);
  if (!response.ok || response.body === null)
    throw readRefusal(await response.json().catch(() => undefined), response.status);
  const announced = response.headers.get(LINES_HEADER);
  const of = announced === null ? null : Number(announced);
  const type = response.headers.get("content-type") ?? "text/csv";
  let blob = new Blob([], { type });
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let ends = 0;
  let told = 0;
  const fold = () => {
    blob = new Blob([blob, ...held], { type });
    held = [];
    heldBytes = 0;
  };
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader
      .read()
      .catch(() => Promise.reject(new PortalError({ code: "broken_off", texts: BROKEN_OFF_TEXTS })));
    if (done) break;
    held.push(value);
    heldBytes += value.byteLength;
    if (heldBytes > HELD_MAX) fold();
    for (let at = value.indexOf(LINE_END); at >= 0; at = value.indexOf(LINE_END, at + 1)) ends += 1;
    if (performance.now() - told < REPORT_MS) continue;
    told = performance.now();
    const lines = Math.max(0, ends - 1);
    onProgress({ lines: of === null ? lines : Math.min(lines, of), of });
  }
  fold();
  return { blob, name: nameIn(response.headers.get("content-disposition")) };
}

/** The name that the service gave the file. */
function nameIn(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "") ?? [];
  return encoded === undefined ? "file.csv" : decodeURIComponent(encoded);
}
