import account from "./account.json";
import app from "./app.json";
import comingSoon from "./comingSoon.json";
import deals from "./deals.json";
import entry from "./entry.json";
import errors from "./errors.json";
import pages from "./pages.json";
import receipt from "./receipt.json";
import roles from "./roles.json";
import sessionEnded from "./sessionEnded.json";
import shell from "./shell.json";
import shortcuts from "./shortcuts.json";
import signIn from "./signIn.json";
import till from "./till.json";
import today from "./today.json";
import ui from "./ui.json";
import wallet from "./wallet.json";

export const messages = {
  account,
  app,
  comingSoon,
  deals,
  entry,
  errors,
  pages,
  receipt,
  roles,
  sessionEnded,
  shell,
  shortcuts,
  signIn,
  till,
  today,
  ui,
  wallet,
};
