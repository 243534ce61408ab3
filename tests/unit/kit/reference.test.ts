import { expect, test } from "vitest";
import { PortalError, UNREADABLE_TEXTS } from "@/components/kit/error";
import { Intention } from "@/components/kit/reference";

const failure = (status: number) => new PortalError({ code: "unreadable", texts: UNREADABLE_TEXTS, status });

/** The references of attempts with these outcomes, in turn: as letters, the same one the same letter. */
async function referencesOf(outcomes: readonly ("done" | PortalError)[]): Promise<string> {
  const intention = new Intention();
  const seen: string[] = [];
  for (const outcome of outcomes)
    await intention
      .attempt(async () => {
        seen.push(intention.reference);
        if (outcome !== "done") throw outcome;
      })
      .catch(() => undefined);
  return seen.map((reference) => "abcde"[seen.indexOf(reference)]).join("");
}

test.each([
  { what: "no answer", status: 0 },
  { what: "a proxy's answer", status: 502 },
])(
  "an attempt that ended with $what keeps its reference, until it is known what became of it",
  async ({ status }) => {
    expect(await referencesOf([failure(status), failure(status), "done", "done"])).toBe("aaad");
    expect(await referencesOf([failure(status), failure(409), "done"])).toBe("aac");
  },
);

test("after a refusal the same is tried under another reference, since nothing was done", async () => {
  expect(await referencesOf([failure(422), "done"])).toBe("ab");
});
