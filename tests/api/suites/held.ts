import { type Api, type Caller, expectSuccess } from "@/tests/support/api";

/** A request about a hold of 100 points of a new customer, who has 1,000. */
export async function held(api: Api, till: Caller) {
  const { fields } = await api.customer();
  const HoldId = expectSuccess(await till.hold({ ...fields, Points: 100 })).entry.id;
  return { ...fields, HoldId };
}
