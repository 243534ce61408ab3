import type { Command } from "commander";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import { viewWallet } from "@/lib/areas/wallets/read";
import { setWalletPinSchema, walletTargetSchema } from "@/lib/areas/wallets/schemas";
import { walletSnapshot } from "@/lib/portal/acts/wallet-record";
import type { Wallet } from "@/lib/wallet/read";
import { parseInput } from "./input";
import { printFields } from "./output";
import { readSecret } from "./secret-input";
import { withDatabase } from "./session";

export function addWalletCommands(program: Command): void {
  const wallet = program.command("wallet").description("Wallets");

  wallet
    .command("show")
    .description("A wallet with its points, its status and its customer")
    .argument("<wallet-code>", "wallet code")
    .action(async (walletCode: string, _options, command: Command) => {
      const target = parseInput(walletTargetSchema, { walletCode });
      const found = await withDatabase(({ context, actor }) => viewWallet(context, actor, target));
      const fields = fieldsOf(found);
      printFields({ isJson: command.optsWithGlobals().json }, `Wallet ${found.walletCode}`, fields, fields);
    });

  wallet
    .command("set-pin")
    .description("Give a wallet a PIN, or another one; a lock ends")
    .argument("<wallet-code>", "wallet code")
    .addHelpText(
      "after",
      "\nThe PIN is asked for, or read from the first line of standard input; it is never an argument.",
    )
    .action(async (walletCode: string, _options, command: Command) => {
      const input = parseInput(setWalletPinSchema, { walletCode, pin: await readSecret("PIN") });
      const changed = await withDatabase(({ context, actor }) => setWalletPin(context, actor, input));
      const { contactMsisdn, hasPin } = changed;
      const fields = { walletCode: changed.walletCode, contactMsisdn, hasPin };
      printFields({ isJson: command.optsWithGlobals().json }, "PIN set.", fieldsOf(changed), fields);
    });
}

function fieldsOf(wallet: Wallet) {
  const { balance, suspended, accumulated, redeemed, pin } = wallet;
  const pinLockedUntil = pin.kind === "locked" ? pin.until : null;
  return {
    ...walletSnapshot(wallet),
    balance,
    suspended,
    accumulated,
    redeemed,
    isPinLocked: pin.kind === "locked",
    pinLockedUntil,
  };
}
