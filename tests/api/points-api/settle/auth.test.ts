import { expect, it } from "vitest";
import { describeSignIn } from "@/tests/api/suites/sign-in";
import { expectRefusal, newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  const goodRequest = async () => {
    const { fields } = await api.customer();
    return { ...fields, BillValue: 100, RedeemValue: 20, ExternalLogId: newReference() };
  };
  describeSignIn(api, till, { operation: "Settle", goodRequest });

  it("needs the right to reward besides that to redeem", async () => {
    const request = await goodRequest();
    const before = await api.snapshot();
    await api.configure("UPDATE api_client SET scopes = array_remove(scopes, 'reward')");
    expectRefusal(await till.send("Settle", request), 1103);
    await api.configure("UPDATE api_client SET scopes = scopes || '{reward}'");
    expect(await api.snapshot()).toEqual(before);
  });
});
