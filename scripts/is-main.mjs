import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** True when the module with this address is the program that was started, not one that is imported. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
