import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { answeredBy } from "@/components/shell/command-palette";
import type { WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { loadMessages } from "@/lib/platform/messages";

const CANDIDATE = { walletId: 1 } as WalletCandidate;

test.each(["en", "ar"] as const)(
  "the palette has words or wallets in %s for a coupon's number, for several wallets and for nothing",
  async (language) => {
    const messages = await loadMessages(language);
    const t = createTranslator({ locale: language, messages, namespace: "commands.palette" });
    const said = (answer: Parameters<typeof answeredBy>[0]) => answeredBy(answer, t as never);
    const coupon = said({ kind: "coupon", number: "7KQ2M4XB9TZ3HRWQ" });
    expect(coupon).toMatchObject({ candidates: [] });
    expect(coupon.message?.replaceAll(/[^\dA-Z]/g, "")).toContain("7KQ2M4XB9TZ3HRWQ");
    expect(said({ kind: "nothing", sought: "name" }).message).toBe(messages.commands.palette.noneWallet);
    const several = { kind: "candidates" as const, sought: "name" as const, candidates: [CANDIDATE] };
    expect(said({ ...several, hasMore: false })).toEqual({ candidates: [CANDIDATE], message: null });
    expect(said({ ...several, hasMore: true }).message).toBe(messages.commands.palette.moreWallets);
  },
);
