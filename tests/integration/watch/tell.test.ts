import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Notice, type TellOptions, tell } from "@/lib/areas/watch/tell";
import { Receiver } from "@/tests/support/receiver";

/** A mail server and a receiver of webhooks on this machine, with everything that came to them. */
let mails: { to: string[]; from: string; text: string }[] = [];

const mailServer = net.createServer((socket) => {
  let [buffer, isData] = ["", false];
  let mail = { to: [] as string[], from: "", text: "" };
  const say = (line: string) => socket.write(`${line}\r\n`);
  say("220 here");
  socket.setEncoding("utf8").on("data", (part: string) => {
    buffer += part;
    for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (isData && line !== ".") {
        mail.text += `${line}\n`;
      } else if (isData) {
        isData = false;
        mails.push(mail);
        mail = { to: [], from: "", text: "" };
        say("250 kept");
      } else if (/^(EHLO|HELO)/.test(line)) say("250 here");
      else if (line.startsWith("MAIL FROM:")) {
        mail.from = line.slice(10);
        say("250 ok");
      } else if (line.startsWith("RCPT TO:")) {
        mail.to.push(line.slice(8));
        say("250 ok");
      } else if (line === "DATA") {
        isData = true;
        say("354 go on");
      } else if (line === "QUIT") {
        say("221 bye");
        socket.end();
      } else say("250 ok");
    }
  });
  socket.on("error", () => undefined);
});
const receiver = new Receiver();
const portOf = (server: net.Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  await receiver.start();
});
beforeEach(() => {
  mails = [];
  receiver.reset();
});
afterAll(async () => {
  await receiver.stop();
  await new Promise((resolve) => mailServer.close(resolve));
});

const NOTICE: Notice = {
  trouble: {
    key: "disk: /data",
    text: { en: "The disk is nearly full. Free room.", ar: "القرص يوشك على الامتلاء. أخلِ مساحة." },
  },
  state: "began",
  at: new Date("2026-11-21T10:00:00Z"),
};
const options = (): TellOptions => ({
  smtpUrl: `smtp://127.0.0.1:${portOf(mailServer)}?ignoreTLS=true`,
  from: "points@shop.example",
  service: "shop.example",
  policy: { allowsLoopback: true },
});

test("a mail comes to the mail server with the cause in its subject and in both languages", async () => {
  await tell("owner@shop.example", NOTICE, options());
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect([mail?.from, mail?.to]).toEqual(["<points@shop.example>", ["<owner@shop.example>"]]);
  expect(mail?.text).toContain("Subject: shop.example: The disk is nearly full.");
  const plain = decodeURIComponent((mail?.text ?? "").replaceAll("=\n", "").replace(/=([\dA-F]{2})/g, "%$1"));
  expect(plain).toContain("القرص يوشك على الامتلاء");
});

test("without SMTP_URL the sender learns that no mail was sent", async () => {
  await expect(tell("owner@shop.example", NOTICE, { ...options(), smtpUrl: undefined })).rejects.toThrow(
    "SMTP_URL is not set",
  );
  expect(mails).toEqual([]);
});

test("a POST of JSON comes to the address, when a cause begins and when it is over", async () => {
  const address = `${receiver.url}/hook`;
  await tell(address, NOTICE, options());
  await tell(address, { ...NOTICE, state: "over" }, options());
  expect(receiver.received.map(({ method, event }) => [method, event])).toEqual(
    (["began", "over"] as const).map((state) => [
      "POST",
      {
        type: "service.trouble",
        ...{ state, cause: "disk: /data", at: "2026-11-21T10:00:00.000Z", service: "shop.example" },
        text: expect.stringContaining(state === "over" ? "Over: The disk" : "shop.example: The disk"),
      },
    ]),
  );
});

test("an address that refuses the POST, or may not be asked, is a notice that did not arrive", async () => {
  const address = `${receiver.url}/hook`;
  receiver.answer = (_, response) => response.writeHead(500).end();
  await expect(tell(address, NOTICE, options())).rejects.toThrow("Answered 500");
  receiver.reset();
  await expect(tell(address, NOTICE, { ...options(), policy: { allowsLoopback: false } })).rejects.toThrow();
  expect(receiver.received).toEqual([]);
});
