/** A stream of random numbers that is the same for the same seed (sfc32), so that a run can be repeated. */
export class Random {
  private a: number;
  private b: number;
  private c = 0x9e3779b9;
  private counter = 1;

  constructor(seed: number, stream = 0) {
    this.a = seed >>> 0;
    this.b = stream >>> 0;
    for (let round = 0; round < 16; round += 1) this.next();
  }

  /** A whole number from 0 to 2^32 - 1. */
  private next(): number {
    const sum = (this.a + this.b + this.counter) >>> 0;
    this.counter = (this.counter + 1) >>> 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) >>> 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) >>> 0;
    return sum;
  }

  /** A whole number from `from` to `to`, both possible. */
  between(from: number, to: number): number {
    return from + Math.floor((this.next() / 2 ** 32) * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  /** @throws RangeError when there is nothing to choose from. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("There is nothing to choose from");
    return items[this.between(0, items.length - 1)] as Item;
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Record<Name, number>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = (this.next() / 2 ** 32) * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new RangeError("There is nothing to choose from");
  }
}
