import { send } from "@/components/kit/contract";
import { pause } from "@/components/operations/waiting";
import { display as api } from "@/lib/areas/display/contract";
import type { TillDisplay } from "@/lib/areas/display/schemas";
import { currentDisplay, currentShown, noteDisplay, subscribeToDisplay } from "./display";

/** After an answer that did not come. */
const PAUSE_MS = 3_000;

/** Has the till wait for a display, with a code. */
export async function offerDisplay(branchId: number): Promise<void> {
  noteDisplay(await send(api.offer, { body: { branchId } }));
}

/** Ends the pairing. */
export async function endDisplay(): Promise<void> {
  noteDisplay(await send(api.end));
}

/**
 * Keeps the display of this till until `signal` is aborted or there is none any more: says what is shown whenever that changes, and
 * learns how the display is. `onPin` is called when the customer has typed the PIN that is asked for.
 */
export async function keepDisplay(
  branchId: number,
  { signal, onPin }: { signal: AbortSignal; onPin: () => void },
): Promise<void> {
  const teller = new Teller(branchId);
  const stop = subscribeToDisplay(() => teller.tell());
  try {
    let known: number | undefined;
    while (!signal.aborted) {
      const view = await ask(known, signal);
      if (view === null) {
        await pause(PAUSE_MS, signal);
        continue;
      }
      if (signal.aborted) return;
      noteDisplay(view);
      if (view.state === "none") return;
      const isNew = view.version !== known;
      known = view.version;
      teller.tell();
      if (view.state === "paired" && view.isPinGiven && isNew) onPin();
    }
  } finally {
    stop();
  }
}

/** Says what is shown, one thing after the other; of what changes meanwhile the last. */
class Teller {
  #told: string | null = null;
  #isTelling = false;

  constructor(private readonly branchId: number) {}

  tell(): void {
    if (currentDisplay().state !== "paired") this.#told = null;
    else if (!this.#isTelling) void this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true;
    try {
      for (;;) {
        const shown = currentShown();
        const text = JSON.stringify(shown);
        // When the page is left it still says that nothing is shown.
        if (text === this.#told) return;
        await send(api.show, { body: { branchId: this.branchId, shown } });
        this.#told = text;
      }
    } catch {
      // The next answer about the display says so again.
    } finally {
      this.#isTelling = false;
    }
  }
}

/** Null when there was no answer, or none that says how the display is. */
async function ask(after: number | undefined, signal: AbortSignal): Promise<TillDisplay | null> {
  try {
    return await send(api.ofTill, { query: { after } }, { signal });
  } catch {
    return null;
  }
}
