/**
 * The sorting numbers that bring deals into the order in which they are given, each by its present number (null = none).
 * The numbers that these deals already hold are dealt out anew, so that putting one's own deals in order moves nobody
 * else's and overtakes nobody. Deals beyond them get the next numbers after theirs; where none has a number they begin
 * after `lastOfAll`, the highest one that any deal has. Numbers that two of them share are pulled apart. Pure.
 */
export function sortingNumbers(present: readonly (number | null)[], lastOfAll: number): number[] {
  const held = present.filter((number) => number !== null).sort((one, other) => one - other);
  const numbers: number[] = [];
  for (let index = 0; index < present.length; index += 1) {
    const last = numbers.at(-1);
    const next = last === undefined ? lastOfAll + 1 : last + 1;
    const own = held[index];
    numbers.push(own === undefined ? next : last === undefined ? own : Math.max(own, next));
  }
  return numbers;
}
