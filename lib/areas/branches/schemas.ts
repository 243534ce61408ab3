import * as z from "zod";
import { id, line, msisdn, nullableLine, optionalLine, version } from "@/lib/portal/wire/fields";
import type { CreateBranchInput } from "./create-branch";
import type { UpdateBranchInput } from "./update-branch";

const DETAILS = {
  msisdn,
  nameEn: line(120),
  nameAr: line(120),
  addressEn: optionalLine(250),
  addressAr: optionalLine(250),
  phone: nullableLine(20),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
};

const optionalDetails = z.object({
  addressEn: DETAILS.addressEn.optional(),
  addressAr: DETAILS.addressAr.optional(),
  phone: DETAILS.phone.optional(),
  latitude: DETAILS.latitude.optional(),
  longitude: DETAILS.longitude.optional(),
});

/** A place has both coordinates or none; one without the other is marked where it is missing. */
function isWholePlace({ latitude, longitude }: z.output<typeof optionalDetails>): boolean {
  return (latitude ?? null) === null ? (longitude ?? null) === null : (longitude ?? null) !== null;
}
const WHOLE_PLACE = { path: ["longitude"] };

export const createBranchSchema = z
  .object({
    merchantId: id,
    msisdn: DETAILS.msisdn,
    nameEn: DETAILS.nameEn,
    nameAr: DETAILS.nameAr,
    ...optionalDetails.shape,
  })
  .refine(isWholePlace, WHOLE_PLACE) satisfies z.ZodType<CreateBranchInput>;

const CHANGES = {
  version,
  msisdn: DETAILS.msisdn.optional(),
  nameEn: DETAILS.nameEn.optional(),
  nameAr: DETAILS.nameAr.optional(),
  ...optionalDetails.shape,
};

/** Changes of a branch whose number stands elsewhere. */
export const branchChangesSchema = z.object(CHANGES).refine(isWholePlace, WHOLE_PLACE);

export const updateBranchSchema = z
  .object({ branchId: id, ...CHANGES })
  .refine(isWholePlace, WHOLE_PLACE) satisfies z.ZodType<UpdateBranchInput>;

export const branchTargetSchema = z.object({ branchId: id });
