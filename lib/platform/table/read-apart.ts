import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { THREAD } from "./generated/thread";
import { TooLong } from "./sheet";
import type { Asked } from "./thread";
import type { AgreedWorkbook, WorkbookTable } from "./workbook";

const READING_MS_MAX = 120_000;
const HEAP_MB_MAX = 1_024;

let last: Promise<unknown> = Promise.resolve();

/**
 * `readWorkbook` in a thread, so that nothing in a file keeps the process from its other work. One file is read at a time. A thread ends at a
 * heap and a time that an honest workbook of 12 MB, 600,000 rows, does not reach.
 * @throws TooLong
 */
export function readWorkbookApart(bytes: Buffer, agreed: AgreedWorkbook): Promise<WorkbookTable | null> {
  const reading = last.then(() => readInThread({ bytes, agreed }));
  last = reading.catch(() => undefined);
  return reading;
}

async function readInThread(workerData: Asked): Promise<WorkbookTable | null> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB_MAX };
  const thread = new Worker(THREAD, { eval: true, workerData, env: {}, resourceLimits });
  const signal = AbortSignal.timeout(READING_MS_MAX);
  let table: WorkbookTable | null = null;
  try {
    for await (const [told] of on(thread, "message", { signal, close: ["exit"] })) {
      if (Array.isArray(told)) table?.records.push(...told);
      else table = { ...told, records: [] };
      thread.postMessage("next");
    }
    return table;
  } catch {
    // A thread that ends early took more than it may.
    throw new TooLong();
  } finally {
    await thread.terminate();
  }
}
