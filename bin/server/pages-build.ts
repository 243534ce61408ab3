import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { parseArgs } from "node:util";

/** Lines of what the build said that are shown when it fails. */
const LINES_SHOWN = 40;

/** The pages could not be built. */
export class PagesBuildError extends Error {
  override readonly name = "PagesBuildError";
}

/** Builds the pages beside the service where its sources are newer than the last build (bin/run.mjs says so). */
export class PagesBuild {
  #child: ChildProcess | undefined;

  /** True when there is something to build: then {@link run} takes a minute. */
  readonly isNeeded = sourcesToBuild() !== undefined;

  /**
   * Tells of each step of the build by `onStep`.
   * @throws PagesBuildError with the end of what was said
   */
  async run(onStep: (step: string) => void): Promise<void> {
    const sources = sourcesToBuild();
    if (sources === undefined) return;
    const child = spawn(process.execPath, ["scripts/build.mjs", `--pages=${sources}`], {
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own: Next.js has processes of its own, which end with it.
      detached: process.platform !== "win32",
    });
    this.#child = child;
    // Tills are served meanwhile.
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const step = stepOf(chunk.toString());
        if (step !== undefined) onStep(step);
      });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    this.#child = undefined;
    if (code !== 0)
      throw new PagesBuildError(
        `The pages could not be built:\n${said.split("\n").slice(-LINES_SHOWN).join("\n")}`,
      );
  }

  stop(): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    if (process.platform === "win32") this.#child?.kill();
    else process.kill(-pid, "SIGTERM");
  }
}

/** The last step that Next.js names in what it says, such as "Generating static pages (12/46)". */
export function stepOf(said: string): string | undefined {
  const steps = said.matchAll(
    /^[^\p{L}\n]*((?:Creating|Compiled|Running|Collecting|Generating|Finalizing)[^\n]*?)[ .]*$/gmu,
  );
  return [...steps].at(-1)?.[1];
}

function sourcesToBuild(): string | undefined {
  const { values } = parseArgs({ options: { "build-pages": { type: "string" } }, strict: false });
  const { "build-pages": sources } = values;
  return typeof sources === "string" ? sources : undefined;
}
