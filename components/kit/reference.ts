import { useQueryClient } from "@tanstack/react-query";
import { toPortalError } from "./error";

/** A reference that no other operation has, made from random bytes: browsers offer `randomUUID` on secure origins only. */
export function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Where the cache of a page keeps intentions, for as long as its person uses it. */
export const INTENTIONS = ["account", "intentions"] as const;

/** The intentions of the page by their names: whoever closes what asks for one, and opens it again, goes on with an open one. */
export function useIntentions(): (name: string) => Intention {
  const client = useQueryClient();
  return (name) => {
    const key = [...INTENTIONS, name] as const;
    const known = client.getQueryData<Intention>(key);
    if (known !== undefined) return known;
    const made = new Intention();
    client.setQueryData<Intention>(key, made);
    return made;
  };
}

/** The code of a refusal: something else was done under this reference, so an attempt before this one went through. */
export const REFERENCE_TAKEN = "1501";

/**
 * An act that a person wants done once, under one reference: an attempt whose outcome is not known keeps the reference for the next one,
 * whatever is changed in between, and the service then does nothing twice. Once the outcome is known, the next attempt is of something new.
 */
export class Intention {
  #reference = newReference();

  get reference(): string {
    return this.#reference;
  }

  async attempt<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await send();
      this.#reference = newReference();
      return answer;
    } catch (thrown) {
      if (!toPortalError(thrown).isOutcomeUnknown) this.#reference = newReference();
      throw thrown;
    }
  }
}
