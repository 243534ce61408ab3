/** See tgz.mjs. */
export function tgz(root: string, files: readonly { name: string; content: Buffer }[]): Buffer;
