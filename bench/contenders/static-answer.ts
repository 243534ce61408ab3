import { serve } from "./answer-server";

/** A fixed answer from memory, with the headers that were given with it: as fast as node:http can be. */
export function serveStatic({ status, headers, bodyBase64 }: StaticAnswer): void {
  const body = Buffer.from(bodyBase64, "base64");
  serve((_, response) => {
    response.writeHead(status, headers);
    response.end(status === 304 ? undefined : body);
  });
}

export interface StaticAnswer {
  status: number;
  headers: Record<string, string>;
  bodyBase64: string;
}
