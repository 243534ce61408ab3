import { z } from "zod";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { movement } from "./movement";
import { POINTS_REFUSAL } from "./refusal-forms";
import { endedHoldResponseSchema } from "./response-schemas";
import { FIELDS, HOLD_ID } from "./shared-fields";

/** Request of Release (rules.md §19). */
export const releaseRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
    HoldId: HOLD_ID,
    ExternalLogId: FIELDS.OptionalExternalLogId,
    Comment: FIELDS.Comment,
  })
  .meta({ id: "ReleaseRequest" });

/** Gives the points of a hold back: an addition to the interface (rules.md §19). */
export const release = movement({
  name: "Release",
  scope: "redeem",
  logTypeId: LOG_TYPE.release,
  moves: {
    undo: "never",
    couponActs: [],
    answers: "may_be_lost",
    trials: { 1501: false },
  },
  made: ({ entry, related }) => related?.logTypeId === LOG_TYPE.hold && entry.channelId !== CHANNEL.system,
  givesBackOf: null,
  certification: null,
  refused: POINTS_REFUSAL,
  sample: { after: ["Hold"], keeps: null },
  summary: { en: "Give held points back", ar: "تعيد النقاط المحجوزة" },
  description:
    "Gives all points of a hold back to the wallet, each with its own expiry. 1418 when the hold was captured or released before, or has ended by itself.",
  request: releaseRequestSchema,
  response: endedHoldResponseSchema,
  asked: "release_hold",
  command: (_call, body, common) => ({
    type: "release_hold",
    holdId: body.HoldId,
    comment: body.Comment ?? undefined,
    ...common,
  }),
});
