import { createInterface } from "node:readline/promises";
import type { Command, OptionValues } from "commander";
import * as z from "zod/mini";
import type { ClientView } from "@/lib/areas/clients/client";
import { createClient, revokeClient } from "@/lib/areas/clients/clients";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";
import { listClients, readClient } from "@/lib/areas/clients/read";
import { create, rotate } from "@/lib/areas/clients/record";
import { type IssuedClient, rotateClientSecret } from "@/lib/areas/clients/secrets";
import { readTurnoverRules } from "@/lib/areas/clients/turnover";
import { CLIENT_SCOPES, limitsForTurnover, type TurnoverRules } from "@/lib/areas/clients/words";
import { writeNumber } from "@/lib/platform/writing/numbers";
import { list, number, numbers, parseInput } from "./input";
import { addList } from "./list";
import { type Output, printFields, type Row } from "./output";
import { withDatabase } from "./session";

export function addClientCommands(program: Command): void {
  const client = program.command("client").description("API clients: the ClientIds that POS systems send");
  addCreate(client);
  addRotate(client);

  addList(client, "All API clients, or those of one merchant; of secrets only the last 4 characters", {
    list: listClients,
    rowOf: clientRow,
  });

  client
    .command("revoke")
    .description("Refuse an API client and all its secrets from now on, for ever")
    .argument("<client>", "number of the client", number)
    .action(async (clientId: unknown, _options, command: Command) => {
      const target = parseInput(clientParamsSchema, { clientId });
      const revoked = await withDatabase(({ context, actor }) => revokeClient(context, actor, target));
      printFields(
        { isJson: command.optsWithGlobals().json },
        "Client revoked. Every process refuses it within 5 seconds.",
        revoked,
        clientRow(revoked),
      );
    });
}

function addCreate(client: Command): void {
  client
    .command("create")
    .description("Issue an API client; its ClientId is printed once and can never be read again")
    .requiredOption("--merchant <merchant>", "number of its merchant", number)
    .requiredOption("--name <name>", "what it is called in the portal")
    .option("--scopes <list>", `operations it may call, of: ${CLIENT_SCOPES.join(",")} (default: all)`, list)
    .option(
      "--branches <list>",
      "numbers of the branches it acts for (default: all, future ones too)",
      numbers,
    )
    .option("--ip <list>", "addresses and ranges it may call from, such as 10.1.0.0/16 (default: any)", list)
    .option(
      "--origins <list>",
      "origins of pages that may call it from a browser, such as https://till.example (default: none)",
      list,
    )
    .option("--rate <number>", "requests per second (default: 100)", number)
    .option("--burst <number>", "requests that may come at once (default: twice the rate)", number)
    .option("--no-limit", "no rate limit")
    .option(
      "--day-turnover <money>",
      "turnover of its tills on an ordinary day; the limits of the day follow (default: the programme's limits)",
      number,
    )
    .option("--key-required <list>", 'operations that need a reference, or "none" (default: none)', list)
    .option("--legacy-http-200", "answer HTTP 200 whatever happens")
    .option("--own-deals", "let GetDeals show it the deals of its own merchant only")
    .option("--strict", "refuse what is not written exactly as the interface says")
    .option("--expose-nid", "let it see national ids")
    .option("--expires <moment>", "end, such as 2027-12-31T23:59:59+02:00 (default: never)")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        '  npm run admin -- client create --merchant 1 --name "POS, all tills" --day-turnover 250000',
        '  npm run admin -- client create --merchant 1 --name "Offers screen" --scopes deals --rate 5',
        '  npm run --silent admin -- client create --merchant 1 --name "POS" --json | jq -r .secret',
      ].join("\n"),
    )
    .action(async (_options, command: Command) => createFrom(command.optsWithGlobals()));
}

async function createFrom(options: OptionValues): Promise<void> {
  const input = parseInput(create, {
    merchantId: options.merchant,
    name: options.name,
    scopes: options.scopes ?? CLIENT_SCOPES,
    branchIds: options.branches,
    ipRanges: options.ip,
    allowedOrigins: options.origins,
    rate: rateOf(options),
    keyRequiredFor: options.keyRequired,
    legacyHttp200: options.legacyHttp200,
    isStrict: options.strict,
    ownDealsOnly: options.ownDeals,
    exposeNid: options.exposeNid,
    expiresAt: options.expires,
  });
  const { issued, said } = await withDatabase(async ({ context, actor }) => {
    const rules = await readTurnoverRules(context.database);
    const turnover = options.dayTurnover ?? (await askTurnover(options));
    const { isBeyondMerchant, ...limits } =
      turnover === undefined
        ? { isBeyondMerchant: false }
        : limitsForTurnover(parseInput(z.object({ turnover: turnoverSchema }), { turnover }).turnover, rules);
    return {
      issued: await createClient(context, actor, { ...input, ...limits }),
      said: limitSaid({ limits, isBeyondMerchant, rules }),
    };
  });
  printIssued({ isJson: options.json }, "Client created.", issued);
  if (!options.json) console.log(said);
}

const turnoverSchema = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** The turnover of an ordinary day, asked on a terminal; undefined where nobody answers. */
async function askTurnover({ json }: OptionValues): Promise<number | undefined> {
  if (json || !process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      "Turnover of its tills on an ordinary day, in whole currency units (Enter: the programme's limits): ",
    );
    const digits = answer.replace(/[\s,.\u066c\u060c]/g, "");
    return digits === "" ? undefined : Number(digits);
  } finally {
    terminal.close();
  }
}

function limitSaid({
  limits,
  isBeyondMerchant,
  rules,
}: {
  limits: { personRewardPointsMax?: number };
  isBeyondMerchant: boolean;
  rules: TurnoverRules;
}): string {
  const max = limits.personRewardPointsMax ?? rules.clientRewardPointsMax;
  if (max === null) return "Limit of a day: none.";
  const lines = [
    `Limit of a day: ${writeNumber(max, "en")} points${limits.personRewardPointsMax === undefined ? ", the programme's. Give --day-turnover for a limit that fits its tills" : ""}.`,
  ];
  if (isBeyondMerchant)
    lines.push(
      `The merchant's limit of a day, ${writeNumber(rules.merchantRewardPointsMax ?? 0, "en")} points, is reached first. Raise it in the portal: Settings, Programme, Limits.`,
    );
  return lines.join("\n");
}

function addRotate(client: Command): void {
  client
    .command("rotate")
    .description("Give an API client a new ClientId, printed once; the old one is accepted for a while")
    .argument("<client>", "number of the client", number)
    .option("--overlap-days <days>", "days the old one is still accepted; 0: not at all (default: 7)", number)
    .addHelpText("after", "\nExample:\n  npm run admin -- client rotate 3 --overlap-days 30")
    .action(async (clientId: unknown, _options, command: Command) => {
      const { json, overlapDays } = command.optsWithGlobals();
      const target = parseInput(clientParamsSchema, { clientId });
      const issued = await withDatabase(async ({ context, actor }) => {
        const { version } = await readClient(context, actor, target.clientId);
        const input = { ...target, ...parseInput(rotate, { version, overlapDays }) };
        return rotateClientSecret(context, actor, input);
      });
      printIssued({ isJson: json }, "Client rotated.", issued);
    });
}

/** Nothing asked for leaves the default to the use case. */
function rateOf({ limit, rate, burst }: OptionValues): unknown {
  if (!limit) return null;
  if (rate === undefined && burst === undefined) return undefined;
  const perSecond = rate ?? burst;
  return { perSecond, burst: burst ?? (typeof perSecond === "number" ? perSecond * 2 : perSecond) };
}

function printIssued(output: Output, headline: string, { client, secret }: IssuedClient): void {
  printFields(output, headline, { client, secret }, clientRow(client));
  if (output.isJson) return;
  console.log(`\nClientId, shown this once:\n\n  ${secret}\n`);
}

function clientRow(client: ClientView): Row {
  const { id, merchantId, name, scopes, branchIds, rate, revokedAt, lastUsedAt, secrets } = client;
  return {
    client: id,
    merchant: merchantId,
    name,
    scopes,
    branches: branchIds ?? "all",
    rate: rate === null ? "no limit" : `${rate.perSecond}/s, burst ${rate.burst}`,
    secrets: secrets
      .filter(({ isLive }) => isLive)
      .map(
        ({ last4, expiresAt }) => `…${last4}${expiresAt === null ? "" : ` until ${expiresAt.toISOString()}`}`,
      ),
    lastUsed: lastUsedAt,
    revoked: revokedAt,
  };
}
