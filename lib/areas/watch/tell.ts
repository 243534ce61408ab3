import { type AddressPolicy, sendWebhook } from "@/lib/areas/webhooks/send";
import { isMail } from "@/lib/ledger/rules/setting";
import type { Trouble } from "./trouble";

export interface Notice {
  trouble: Pick<Trouble, "key" | "text">;
  state: "began" | "over";
  at: Date;
}

export interface TellOptions {
  /** Where mail is sent from; undefined: no mail is sent. */
  smtpUrl: string | undefined;
  /** The sender of mail. */
  from: string;
  /** The name of this installation, for those who run several. */
  service: string;
  policy: AddressPolicy;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends a notice to one address, by mail or as a POST of JSON. A message service that shows `text` shows the notice.
 * @throws Error when it does not arrive
 */
export async function tell(to: string, notice: Notice, options: TellOptions): Promise<void> {
  if (isMail(to)) return mail(to, notice, options);
  const { trouble, state, at } = notice;
  const answer = await sendWebhook({
    url: to,
    policy: options.policy,
    timeoutMs: TIMEOUT_MS,
    headers: { "content-type": "application/json; charset=utf-8", "user-agent": "points-service-notices/1" },
    body: JSON.stringify({
      type: "service.trouble",
      ...{ state, cause: trouble.key, at: at.toISOString(), service: options.service },
      text: textOf(notice, options),
    }),
  });
  if (answer.status === null || answer.status >= 300)
    throw new Error(answer.status === null ? `No answer (${answer.error})` : `Answered ${answer.status}`);
}

/** English first: the first line is all that a telephone shows. */
function textOf({ trouble: { text }, state }: Notice, { service }: TellOptions): string {
  const over = state === "over";
  return [
    `${service}: ${over ? "Over: " : ""}${text.en}`,
    `${service}: ${over ? "انتهت المشكلة: " : ""}${text.ar}`,
  ].join("\n\n");
}

async function mail(to: string, notice: Notice, options: TellOptions): Promise<void> {
  if (options.smtpUrl === undefined) throw new Error("SMTP_URL is not set: no mail can be sent");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options.smtpUrl, {
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  try {
    const text = textOf(notice, options);
    const [subject = ""] = text.split(/(?<=[.]) /);
    await transport.sendMail({ from: options.from, to, subject: subject.slice(0, 150), text });
  } finally {
    transport.close();
  }
}
