import path from "node:path";

/** The folder of a service that was told of none, as `DATA_DIR` has it. */
const USUAL_FOLDER = ".data";

/** A command to be typed on the service's machine: with the folder of its data in front, where that is not the usual one. */
export function commandFor({ dataDir }: { dataDir: string }, command: string): string {
  const folder = path.resolve(dataDir);
  if (folder === path.resolve(USUAL_FOLDER)) return command;
  const isPlain = /^[\w./:@-]+$/.test(folder);
  return `DATA_DIR=${isPlain ? folder : `'${folder.replaceAll("'", "'\\''")}'`} ${command}`;
}
