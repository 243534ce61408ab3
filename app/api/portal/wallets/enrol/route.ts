import { enrolAtTill, readEnrolWords } from "@/lib/areas/wallets/portal";
import { enrolAtTillSchema } from "@/lib/areas/wallets/schemas";
import { enrolWordsSchema, walletSchema } from "@/lib/areas/wallets/shown-schemas";
import { PERMISSIONS } from "@/lib/portal/acts/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** The words that a customer agrees to. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.enrol"],
  reach: "programme",
  answer: enrolWordsSchema,
  handler: () => readEnrolWords(),
});

/** Opens a wallet for a customer who joins at the till, and answers with it. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.enrol"],
  reach: "branch",
  body: enrolAtTillSchema,
  answer: walletSchema,
  handler: ({ body, ...call }) => enrolAtTill(call, body),
});
