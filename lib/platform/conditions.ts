/**
 * Conditions of a statement, joined by AND, with the values of their parameters in order. Text from outside goes into
 * values only, never into SQL.
 */
export class Conditions {
  readonly values: unknown[];
  readonly #parts: string[] = [];

  /** @param first values of parameters that the statement names by itself, as $1, $2 … */
  constructor(first: readonly unknown[] = []) {
    this.values = [...first];
  }

  /** Adds a condition, each `?` of which is the parameter of one of `values`. */
  add(condition: string, ...values: readonly unknown[]): void {
    let next = 0;
    this.#parts.push(condition.replace(/\?/g, () => this.bind(values[next++])));
    if (next !== values.length)
      throw new Error(`${values.length} values for ${next} parameters: ${condition}`);
  }

  /** Adds a value, and returns the name of its parameter. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** SQL of all conditions; "true" when there is none. */
  get sql(): string {
    return this.#parts.length === 0 ? "true" : this.#parts.join(" AND ");
  }
}

/** A pattern for LIKE that matches the text itself, without wildcards. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
