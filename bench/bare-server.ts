import { createServer } from "node:http";

/** The least a server can do with a request: read the body as JSON and answer some 1,200 bytes. The floor of the comparison. */
export function createBareServer() {
  const answer = JSON.stringify({ errorCode: "0", filler: "x".repeat(1_170) });
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length });
      response.end(answer);
    });
  });
}
