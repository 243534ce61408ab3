import { z } from "zod";
import { AMOUNT_MAX, FIELDS, optionalPin, positiveInteger } from "./fields";

/** Request of RedeemUser (interface.md §4.3; ExternalLogId by rules.md §5). */
export const redeemUserRequestSchema = z
  .object({
    PointsValue: positiveInteger(AMOUNT_MAX, {
      description: "The amount of the bill that is paid with points, in whole currency units.",
      example: 50,
    }),
    ContactMsisdn: FIELDS.ContactMsisdn,
    WalletCode: FIELDS.WalletCode,
    BranchMsisdn: FIELDS.BranchMsisdn,
    Comment: FIELDS.Comment,
    PinCode: optionalPin({
      description: "The wallet's PIN, 4 to 6 digits. Asked for (1310) when the wallet has one.",
      example: "1234",
    }),
    ExternalLogId: FIELDS.OptionalExternalLogId,
  })
  .meta({ id: "RedeemUserRequest" });
export type RedeemUserRequest = z.output<typeof redeemUserRequestSchema>;
