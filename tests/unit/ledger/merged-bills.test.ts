import { expect, test } from "vitest";
import { aWallet, Book, cancel, redeem, refund, reward, takeBack, transfer } from "./build";

const NEW = "W2";

/** A customer with two cards: bills of the old one were made, then it was merged into the new one. */
function merged() {
  const book = new Book({
    wallets: [aWallet(), aWallet({ id: 2, walletCode: NEW, contactMsisdn: "+201110000002" })],
  });
  book.post(reward(800));
  const bill = book.post(reward(400)).id;
  const slip = book.post(reward(50)).id;
  const paid = book.post(redeem(300)).id;
  book.post(transfer(NEW));
  return { book, bill, slip, paid };
}

test.each([
  ["the old card", {}],
  ["the new card", { walletCode: NEW }],
])(
  "bills of before a merge are refunded, returned and cancelled by %s, in the wallet that has the points",
  (_card, who) => {
    const { book, bill, slip, paid } = merged();
    expect(book.wallet(NEW).balance).toBe(950);
    expect(book.post(refund(paid, { value: 100, ...who }))).toMatchObject({
      walletId: 2,
      relatedEntryId: paid,
    });
    expect(book.post(takeBack(bill, { value: 100, ...who }))).toMatchObject({ walletId: 2, amount: 100 });
    expect(book.post(cancel(slip, who))).toMatchObject({ walletId: 2, amount: 50 });
    expect(book.wallet(NEW)).toMatchObject({ balance: 900, redeemed: 200, accumulated: 1_100 });
    expect(book.wallet()).toMatchObject({ balance: 0, lastSeq: 5 });
    expect(book.refusal(cancel(slip, who))).toBe(1411);
    expect(book.refusal(refund(paid, { value: 201, ...who }))).toEqual([1404, { remaining: 200 }]);
  },
);

test("a refund since the merge is undone by either card, and the payment's rest is as before", () => {
  for (const who of [{}, { walletCode: NEW }]) {
    const { book, paid } = merged();
    const back = book.post(refund(paid, { value: 100 }));
    book.post(cancel(back.id, who));
    expect(book.wallet(NEW)).toMatchObject({ balance: 950, redeemed: 300 });
    expect(book.post(refund(paid, who)).amount).toBe(300);
  }
});

test("a merged card names nothing but its own bills, and earns and pays nothing", () => {
  const { book } = merged();
  const other = book.post(reward(10, { walletCode: NEW }));
  expect(book.refusal(cancel(other.id))).toBe(1206);
  expect(book.refusal(reward(10))).toBe(1206);
});
