import type { AdminErrorCode, AdminErrorParameters, AnyAdminError } from "@/lib/portal/acts/errors";
import { fillIn, PORTAL_ERRORS } from "@/lib/portal/wire/errors";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { optionOf } from "./input";

/** Refusals that name an option or a record, for the person who typed the command. */
const MESSAGES: { [Code in AdminErrorCode]?: (parameters: AdminErrorParameters[Code]) => string } = {
  not_found: ({ subject }) => `There is no such ${subject}.`,
  conflict: ({ subject }) => `A person changed the ${subject} at the same moment. Look at it and try again.`,
  taken: ({ field }) => `${optionOf([field])}: this belongs to another one already.`,
  invalid: ({ field }) => `${optionOf([field])}: this value cannot be used.`,
  revoked: () => "The client is revoked, for ever. Create another one.",
  inactive: ({ subject }) => `The ${subject} is deactivated.`,
  wallet_status: ({ statusId }) => `The wallet's status (${statusId}) does not allow this.`,
  family: ({ reason }) => `${FIELD_PROBLEMS[`family_${reason}`].en}.`,
  picture: ({ problem }) => `${FIELD_PROBLEMS[`picture_${problem}`].en}.`,
};

/** The sentence for a refusal: that of the portal, where the command line has no other. */
export function describeRefusal({ code, params }: AnyAdminError): string {
  const describe = MESSAGES[code] as ((parameters: unknown) => string) | undefined;
  if (describe !== undefined) return describe(params);
  const { en, ar } = PORTAL_ERRORS[code as keyof typeof PORTAL_ERRORS];
  return `${fillIn({ en, ar }, params as Record<string, string | number>).en}.`;
}
