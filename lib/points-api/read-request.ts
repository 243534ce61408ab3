import type { z } from "zod";
import { readJson } from "./body";
import { refuseExpiredCustomer, withNumberOf } from "./customer-value";
import type { Call } from "./operation";
import { fieldReader, readFields } from "./read-fields";
import { parseRequest } from "./request";

type Sent = Readonly<Record<string, unknown>>;

/** Reads requests of one schema: liberally, unless the client is strict (rules.md §3). Each liberty is noted. */
export function requestReader<Request extends z.ZodObject>(schema: Request) {
  const fields = fieldReader(schema);
  const readSent = ({ client, noted }: Call, sent: Sent) => {
    const read = client.isStrict ? { body: sent, taken: [] } : readFields(fields, sent);
    noted.liberties.push(...read.taken);
    if (read.linesLeftOut !== undefined) noted.linesLeftOut = read.linesLeftOut;
    const body = parseRequest(schema, read.body);
    return { body, sent, hasTrimmed: read.taken.some((liberty) => liberty.startsWith("blanks:")) };
  };
  return {
    /**
     * Reads the body of a call; returns also the body as sent and whether blanks were taken off it.
     * @throws DomainError 1001 to 1006
     */
    read: async (call: Call) => readSent(call, await readSentBody(call)),
    /** Reads the body of a request that is no retry: a value of FindWallet has to be good still. */
    readNow: async (call: Call) => {
      const sent = await readSentBody(call);
      refuseExpiredCustomer(call);
      return readSent(call, sent);
    },
    /** Reads a body that has arrived. @throws DomainError 1001, 1002 */
    parse: (call: Call, sent: Sent): z.output<Request> => readSent(call, sent).body,
  };
}

/** The JSON object that a call carries, noted for the client's log. @throws DomainError 1003, 1004, 1006 */
export async function readSentBody(call: Call): Promise<Sent> {
  const { request, client, noted } = call;
  const { body, taken } = await readJson(request, { isStrict: client.isStrict });
  noted.body = body;
  noted.liberties.push(...taken);
  return withNumberOf(call, body);
}
