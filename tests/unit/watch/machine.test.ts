import { expect, test } from "vitest";
import { findOnMachine, orLast } from "@/lib/areas/watch/find-troubles";

const READINESS = new Map([["database", "The database's disk is full."]]);

test("a database that cannot compare its time-zone tables hides no cause that the machine knows", async () => {
  const difference = {
    zone: "Africa/Cairo",
    from: "2027-03-26T00:00:00.000Z",
    database: null,
    service: "+02:00",
  };
  const answers = [() => Promise.reject(new Error("No space left on device")), async () => difference];
  const last = () => Promise.reject(new Error("No space left on device"));
  const zones = orLast(() => (answers.shift() ?? last)());
  const look = async () =>
    (await findOnMachine({ readiness: READINESS, dataDir: "/nowhere", zoneDifference: await zones() })).map(
      ({ key }) => key,
    );
  expect(await look()).toEqual(["not ready: database"]);
  const both = ["not ready: database", "time zone: Africa/Cairo"];
  expect(await look()).toEqual(both);
  // Nothing new is known: the difference is not over.
  expect(await look()).toEqual(both);
});
