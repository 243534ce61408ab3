import { parentPort, workerData } from "node:worker_threads";
import { type AgreedWorkbook, readWorkbook } from "./workbook";

/** The thread of `read-apart.ts`: tells all of a workbook but its records, then a part of them for each message that it gets. */
export interface Asked {
  bytes: Uint8Array;
  agreed: AgreedWorkbook;
}

/** So many records are taken over in a moment. */
const PART = 1_000;

const { bytes, agreed } = workerData as Asked;
const table = readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), agreed);
void table.then((table) => {
  if (table === null) return;
  const { records, ...rest } = table;
  let told = 0;
  parentPort?.on("message", () => {
    if (told >= records.length) parentPort?.close();
    else parentPort?.postMessage(records.slice(told, told + PART));
    told += PART;
  });
  parentPort?.postMessage(rest);
});
