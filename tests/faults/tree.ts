import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A clone of one commit, with this tree's packages and the programs that it was built to. */
export class Tree {
  readonly folder: string;

  constructor(
    readonly name: string,
    parent: string,
    commit: string,
  ) {
    this.folder = path.join(parent, name);
    execFileSync("git", ["clone", "--quiet", "--no-checkout", path.resolve("."), this.folder]);
    execFileSync("git", ["checkout", "--quiet", "--detach", commit], { cwd: this.folder });
    symlinkSync(path.resolve("node_modules"), path.join(this.folder, "node_modules"));
  }

  addMigration(name: string, sql: string): void {
    const folder = path.join(this.folder, "prisma", "migrations", name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "migration.sql"), sql);
  }

  /** Bundles these commands. Files for browsers are no part of what is tried: those of the last build do. */
  build(commands: readonly string[]): void {
    const program = `const b = await import("./scripts/build.mjs"); for (const c of ${JSON.stringify(commands)}) await b.ensureCommandBuilt(c);`;
    this.#run(["--input-type=module", "-e", program], process.env);
    mkdirSync(path.join(this.folder, "dist", "static"), { recursive: true });
    if (existsSync("dist/static"))
      cpSync("dist/static", path.join(this.folder, "dist", "static"), { recursive: true });
  }

  /** Runs a command and returns its output. @throws Error with the output when the command fails */
  command(name: string, environment: NodeJS.ProcessEnv, args: readonly string[] = []): string {
    return this.#run([`dist/${name}.mjs`, ...args], environment);
  }

  #run(args: readonly string[], env: NodeJS.ProcessEnv): string {
    return execFileSync(process.execPath, args, {
      ...{ cwd: this.folder, env, encoding: "utf8", maxBuffer: 2 ** 28 },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
