import { ERROR_CODES } from "@/lib/ledger/rules/errors";
import { ERRORS, SUCCESS_MESSAGE } from "./errors";

export function introduction(): string {
  return `Points wallets for POS systems. Every operation that changes points returns the wallet after the change and the
points log entry that the change created.

## Who calls

Every request carries the header \`ClientId\`. A wallet is addressed by \`WalletCode\` **and** \`ContactMsisdn\`, the branch
by \`BranchMsisdn\`. A client that is set to sign its requests adds \`X-Timestamp\` and \`X-Signature\`; how, is on the page
[Signing requests](/docs/en/signing).

## Sending a request again

Send \`ExternalLogId\` (or the header \`Idempotency-Key\`) with every operation, and when no answer arrives send the same
request again: points move once. The same reference with the same content returns the first answer again, with the
header \`Idempotent-Replayed: true\`; with other content it is refused with 1501. A refusal has no effect and does not
use the reference up. \`PinCode\` is not part of the content.

## Values

- A request body is a JSON object in UTF-8 of at most 16 KiB, or 256 KiB with Items. Field names are case-sensitive, unknown fields are
  ignored, and a field that is named twice is refused (1003).
- A required field that is absent or null is 1001, one with a wrong value is 1002; an optional field may be absent, null or
  an empty text.
- Points are whole numbers. \`PointsValue\` is a money value in currency units, whole or with up to two decimals.
- Dates carry the programme's UTC offset, daylight saving included, and whole seconds; the dates of deals are UTC.
- An answer may gain fields; callers ignore those that they do not know.

## Errors

Every answer of an operation, a refusal included, is the operation's whole envelope with every key present (the addresses beside them,
of the sandbox and of events, refuse with \`errorCode\` and \`errorMessage\` alone): \`wallet\` and \`pointsLog\` are
null, \`offerNumber\` and \`totalAmount\` are 0. Where the table says so the refusal carries the wallet, so that the till can
show the balance. The codes are stable and never reused. A client can be set to get HTTP 200 with every answer: its refusals look as those below and differ in the status
only. Every answer,
a refusal included, has the headers \`X-Request-Id\`, \`API-Version\` and \`Content-Language\`.

## Events

An addition: a merchant's systems are told of what happens by webhooks (signed after the
[Standard Webhooks](https://www.standardwebhooks.com) specification, set up in the portal), or ask the feed from where they left
off. Events are told after they are committed, in order for each wallet and deal, and under ids that never change.

<details>
<summary>All codes</summary>

${errorTable()}

</details>
`;
}

function errorTable(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, en, ar, carriesWallet } = ERRORS[code];
    return row(
      String(code),
      code === 1007 ? "404 / 405" : String(status),
      en,
      ar,
      carriesWallet ? "yes" : "",
    );
  });
  return [
    row("code", "HTTP", "English", "Arabic", "wallet"),
    row("---", "---", "---", "---", "---"),
    row("0", "200", SUCCESS_MESSAGE.en, SUCCESS_MESSAGE.ar, "yes"),
    ...rows,
  ].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
