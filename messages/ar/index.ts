import { withNouns } from "../nouns";
import account from "./account.json";
import app from "./app.json";
import approvals from "./approvals.json";
import audit from "./audit.json";
import branches from "./branches.json";
import categories from "./categories.json";
import certification from "./certification.json";
import clients from "./clients.json";
import commands from "./commands.json";
import coupons from "./coupons.json";
import deals from "./deals.json";
import desk from "./desk.json";
import display from "./display.json";
import entries from "./entries.json";
import errors from "./errors.json";
import families from "./families.json";
import files from "./files.json";
import firstHour from "./firstHour.json";
import home from "./home.json";
import map from "./map.json";
import merchants from "./merchants.json";
import nouns from "./nouns.json";
import offers from "./offers.json";
import pages from "./pages.json";
import privacy from "./privacy.json";
import programme from "./programme.json";
import promotions from "./promotions.json";
import radar from "./radar.json";
import receipt from "./receipt.json";
import reports from "./reports.json";
import roles from "./roles.json";
import security from "./security.json";
import sessionEnded from "./sessionEnded.json";
import shell from "./shell.json";
import shifts from "./shifts.json";
import shortcuts from "./shortcuts.json";
import signIn from "./signIn.json";
import staff from "./staff.json";
import till from "./till.json";
import tills from "./tills.json";
import today from "./today.json";
import ui from "./ui.json";
import wallets from "./wallets.json";
import webhooks from "./webhooks.json";

/** The texts, as scripts/list-messages.mjs found them. */
export const messages = withNouns(nouns, {
  account,
  app,
  approvals,
  audit,
  branches,
  categories,
  certification,
  clients,
  commands,
  coupons,
  deals,
  desk,
  display,
  entries,
  errors,
  families,
  files,
  firstHour,
  home,
  map,
  merchants,
  offers,
  pages,
  privacy,
  programme,
  promotions,
  radar,
  receipt,
  reports,
  roles,
  security,
  sessionEnded,
  shell,
  shifts,
  shortcuts,
  signIn,
  staff,
  till,
  tills,
  today,
  ui,
  wallets,
  webhooks,
});
