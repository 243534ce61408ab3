import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError } from "./session";

/** More than any password; what is piped in beyond it is a mistake. */
const LENGTH_MAX = 10_000;

/**
 * A password or PIN: typed twice without being shown, or, when standard input is no terminal, its first line. Never an
 * argument, because arguments are seen by everybody on the machine and kept in the shell's history.
 * @throws CommandError when nothing was given or the two differ
 */
export async function readSecret(what: string): Promise<string> {
  const secret = process.stdin.isTTY ? await askTwice(what) : await readFirstLine();
  if (secret === "") throw new CommandError(`No ${what} was given.`);
  return secret;
}

async function askTwice(what: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Ctrl-C while typing leaves everything as it is.
  terminal.once("SIGINT", () => terminal.close());
  const ask = async (question: string) => {
    process.stderr.write(`${question}: `);
    const answer = await terminal.question("");
    process.stderr.write("\n");
    return answer;
  };
  try {
    const first = await ask(`New ${what}`);
    if ((await ask(`The same ${what} again`)) === first) return first;
  } finally {
    terminal.close();
  }
  throw new CommandError("The two were not the same. Nothing was changed.");
}

async function readFirstLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes("\n") || text.length > LENGTH_MAX) break;
  }
  return (text.split("\n", 1)[0] ?? "").replace(/\r$/, "");
}
