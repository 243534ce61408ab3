import * as z from "zod/mini";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { readMoney } from "@/lib/platform/money";
/** Money in currency units, whole or with up to the currency's decimals. */
export const moneySchema = z.number().check(z.refine((value) => readMoney(value) !== null));

export const LOG_TYPE_IDS = Object.values(LOG_TYPE);

export const logTypeIdSchema = z.literal([...LOG_TYPE_IDS]);

/** A calendar day of the programme's time zone. */
export const daySchema = z.iso.date();
