import { type Call, contentOf, type FaultRequest, keyOf, type LoggedEntry } from "./history";

/** A request with everything that is known of it: all calls under the same reference with the same content. */
export interface Story {
  request: FaultRequest;
  key: string | undefined;
  calls: Call[];
  firstSentAt: number;
  /** When a caller first knew that it had been carried out. */
  knownAt: number;
  entry: LoggedEntry | undefined;
  /** Of what concerns a whole bill: the redemption, or its cancellation, right before that entry. */
  before?: LoggedEntry;
  /** What was done with a coupon, of a request that is about one. */
  act?: CouponAct;
}

export function tellStories(calls: readonly Call[]): Story[] {
  const stories = new Map<string, Story>();
  for (const call of calls) {
    const { request, sentAt, endedAt, answer } = call;
    const key = keyOf(request);
    const name = JSON.stringify([request.clientId, key ?? null, contentOf(request)]);
    const story = stories.get(name) ?? {
      request,
      key,
      calls: [],
      firstSentAt: Number.POSITIVE_INFINITY,
      knownAt: Number.POSITIVE_INFINITY,
      entry: undefined,
    };
    stories.set(name, story);
    story.calls.push(call);
    story.firstSentAt = Math.min(story.firstSentAt, sentAt);
    if (answer?.code === 0) story.knownAt = Math.min(story.knownAt, endedAt);
  }
  return [...stories.values()];
}

export function describe({ operation, clientId, key, content, tag }: FaultRequest): string {
  return JSON.stringify({ operation, clientId, key, content, tag });
}

export function groupBy<Item, Key>(items: readonly Item[], keyOfItem: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export interface CouponAct {
  /** The reward of the bill that used the coupon, or the cancellation that undid the bill; null: the act was asked for alone. */
  entryId?: number | null;
  kind: "used" | "reopened" | "voided";
  clientId: string;
  key: string | null;
  walletCode: string;
  branchMsisdn: string;
  tag: string;
}
