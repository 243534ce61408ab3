import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { everydayMessages } from "@/lib/platform/messages";

/** The page of a wallet has the desk's words about wallets as well: what can be done with it is behind one of its buttons. */
export default async function WalletLayout({ children }: { children: ReactNode }) {
  const messages = await getMessages();
  const { desk, walletDesk } = messages;
  return (
    <NextIntlClientProvider messages={{ ...everydayMessages(messages), desk, walletDesk }}>
      {children}
    </NextIntlClientProvider>
  );
}
