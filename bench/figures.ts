/** The middle one of the values; NaN of none. */
export const median = (values: ArrayLike<number>) => quantile(values, 0.5);

export function quantile(values: ArrayLike<number>, part: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * part)] ?? Number.NaN;
}

/** The middle of a figure over the turns; NaN where one of them lacks it. */
export const middle = <Turn>(turns: readonly Turn[] | undefined, of: (turn: Turn) => number | undefined) =>
  median((turns ?? []).map((turn) => of(turn) ?? Number.NaN));

/** The median, and the least and the most of the values in brackets. */
export function spread(values: readonly number[], digits = 1): string {
  const text = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits));
  return `${text(median(values))} (${text(Math.min(...values))} to ${text(Math.max(...values))})`;
}

/** A whole number; a dash for NaN. */
export const whole = (value: number) => (Number.isNaN(value) ? "–" : String(Math.round(value)));

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

/** Takes turns of the loads (A B C A B C), so that a drift of the machine's speed meets all of them. */
export async function inTurns<Load, Turn>(
  loads: readonly Load[],
  rounds: number,
  take: (load: Load) => Promise<Turn>,
): Promise<Map<Load, Turn[]>> {
  const turns = new Map<Load, Turn[]>(loads.map((load) => [load, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const load of loads) turns.get(load)?.push(await take(load));
  return turns;
}
