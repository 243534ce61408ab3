import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/components/kit/query-client";

const KEY = ["wallets", "one"] as const;

/** A question whose answer comes when the test gives it. */
function asked() {
  const answers: ((answer: unknown) => void)[] = [];
  const signals: AbortSignal[] = [];
  const client = createQueryClient();
  const query = {
    queryKey: KEY,
    retry: false,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<unknown>((resolve) => answers.push(resolve));
    },
  };
  return { client, query, answers, signals };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("an answer that was asked for before a change", () => {
  test("is not taken for newer than the change", async () => {
    const { client, query, answers, signals } = asked();
    const asking = client.fetchQuery(query);
    client.setQueryData(KEY, { balance: 150 });
    answers[0]?.({ balance: 100 });
    expect(await asking).toEqual({ balance: 150 });
    expect(signals[0]?.aborted).toBe(true);
    expect(client.getQueryData(KEY)).toEqual({ balance: 150 });
  });

  test("does not make what is out of date look fresh, and what is in view is asked for again", async () => {
    const { client, query, answers } = asked();
    const shown = vi.fn();
    const stop = new QueryObserver(client, query).subscribe(({ data }) => shown(data));
    void client.invalidateQueries({ queryKey: ["wallets"] });
    answers[0]?.({ balance: 100 });
    await settled();
    expect(shown).not.toHaveBeenCalledWith({ balance: 100 });
    answers[1]?.({ balance: 150 });
    await settled();
    expect(shown).toHaveBeenLastCalledWith({ balance: 150 });
    stop();
  });

  test("of a poll does not take a new row off again", async () => {
    const { client, query, answers } = asked();
    const shown = vi.fn();
    const observer = new QueryObserver(client, query);
    const stop = observer.subscribe(({ data }) => shown(data));
    answers[0]?.(["first"]);
    await settled();
    void observer.refetch();
    client.setQueryData<string[]>(KEY, (rows = []) => ["new", ...rows]);
    answers[1]?.(["first"]);
    await settled();
    expect(shown).toHaveBeenLastCalledWith(["new", "first"]);
    expect(client.getQueryData(KEY)).toEqual(["new", "first"]);
    stop();
  });

  test("is not kept for later where nothing shows it", async () => {
    const { client, query, answers } = asked();
    const asking = client.prefetchQuery(query);
    void client.invalidateQueries({ queryKey: ["wallets"] });
    answers[0]?.({ balance: 100 });
    await asking;
    expect(client.getQueryData(KEY)).toBeUndefined();
  });
});
