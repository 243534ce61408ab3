/** How a command tells what it found or did: for people, or as JSON for programs. */
export interface Output {
  isJson: boolean;
}

type Cell = string | number | boolean | null | undefined | Date | readonly (string | number)[];
export type Row = Readonly<Record<string, Cell>>;

/** Prints rows as a table with the names of their fields above. */
export function printRows({ isJson }: Output, found: readonly unknown[], rows: readonly Row[]): void {
  if (isJson) {
    printJson(found);
    return;
  }
  const [first] = rows;
  if (first === undefined) {
    console.log("None.");
    return;
  }
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? "")].length)));
  for (const line of lines) {
    const padded = line.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length));
    console.log(padded.join("  ").trimEnd());
  }
}

/** Prints one thing, a field on each line, after what was done to it. */
export function printFields({ isJson }: Output, headline: string, found: unknown, fields: Row): void {
  if (isJson) {
    printJson(found);
    return;
  }
  console.log(headline);
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields))
    console.log(`  ${name.padEnd(width)}  ${textOf(value)}`);
}

function printJson(found: unknown): void {
  console.log(JSON.stringify(found, null, 2));
}

function textOf(value: Cell): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return value.length === 0 ? "-" : value.join(", ");
  return String(value);
}
