import { PAUSE_MS } from "./scan-burst";

/**
 * Text that began before the page listened to its keys: its field has the whole of it, and a scanner's keys from here on are only a rest of
 * a code. Keys are the field's own until the first pause, or the Enter that ends them.
 */
export class CutStart<Field> {
  #rest: { field: Field; lastAtMs: number } | null | undefined;

  /** Whether a key belongs to such a text. `isBegun`: the field finds things, and held text before the key. */
  takes(
    { key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">,
    field: Field,
    isBegun: boolean,
  ): boolean {
    if (this.#rest === undefined) this.#rest = isBegun ? { field, lastAtMs: timeStamp } : null;
    if (this.#rest === null) return false;
    const isOn = this.#rest.field === field && timeStamp - this.#rest.lastAtMs <= PAUSE_MS;
    this.#rest = isOn && key !== "Enter" ? { field, lastAtMs: timeStamp } : null;
    return isOn;
  }
}
