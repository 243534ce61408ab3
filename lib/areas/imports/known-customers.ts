import type { PoolClient } from "pg";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { PROFILE_FIELDS } from "@/lib/ledger/rules/profile";
import { programmeCountry } from "@/lib/platform/country";
import { nationalIdProblem } from "@/lib/platform/national-id";
import { hashMobile, openNationalId } from "@/lib/platform/personal";
import { readTaken } from "@/lib/wallet/facts";
import { customersOf, type KnownCustomer } from "@/lib/wallet/join";
import type { Matched } from "./counts";
import type { LineProblem } from "./line-problems";
import type { Claims, NewWallet, ReadLine } from "./read-line";

/** A line that was read, with what the wallets that there are say about it. */
export type JudgedLine = ReadLine & { line: number; match?: Matched | undefined };

/** Judges the lines of a file by the wallets that there are, and by the lines before. */
export interface LineJudge {
  judge(client: PoolClient, batch: readonly JudgedLine[]): Promise<void>;
}

/**
 * New customers: a code belongs to one wallet; a number to one customer, unless the import says that customers may have several. Lines with
 * other problems are looked at as well, so that each is put right once.
 */
export class NewCustomers implements LineJudge {
  /** Lines by what they claim. */
  readonly #codes = new Map<string, number>();
  readonly #msisdns = new Map<string, number>();

  constructor(private readonly allowsSharedMobile: boolean) {}

  async judge(client: PoolClient, batch: readonly JudgedLine[]): Promise<void> {
    const claims = batch.map((row) => row.claims);
    const taken = await readTaken(client, {
      walletCodes: claims.flatMap(({ walletCode }) => walletCode ?? []),
      msisdns: this.allowsSharedMobile ? [] : claims.flatMap(({ msisdn }) => msisdn ?? []),
    });
    const erased = await readErased(client, claims);
    for (const { line, claims, problems } of batch) {
      const { walletCode, msisdn } = claims;
      if (walletCode !== null) {
        if (taken.walletCodes.has(walletCode)) problems.push({ column: "walletCode", code: "code_taken" });
        else
          this.#refuseTwice(
            problems,
            { column: "walletCode", code: "code_twice" },
            this.#codes.get(walletCode),
          );
      }
      if (msisdn !== null && erased.has(msisdn)) problems.push({ column: "mobile", code: "mobile_erased" });
      if (msisdn !== null && !this.allowsSharedMobile) {
        if (taken.msisdns.has(msisdn)) problems.push({ column: "mobile", code: "mobile_taken" });
        else
          this.#refuseTwice(problems, { column: "mobile", code: "mobile_twice" }, this.#msisdns.get(msisdn));
      }
      if (problems.length > 0) continue;
      if (walletCode !== null) this.#codes.set(walletCode, line);
      if (msisdn !== null) this.#msisdns.set(msisdn, line);
    }
  }

  #refuseTwice(problems: LineProblem[], problem: LineProblem, line: number | undefined): void {
    if (line !== undefined) problems.push({ ...problem, line });
  }
}

/** Numbers of customers who were erased. */
async function readErased(client: PoolClient, claims: readonly Claims[]): Promise<Set<string>> {
  const asked = new Map(
    claims.flatMap(({ msisdn }) => (msisdn ? [[hashMobile(msisdn).toString("hex"), msisdn]] : [])),
  );
  const { rows } = await client.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM erased_number WHERE hash = ANY (SELECT decode(x, 'hex') FROM unnest($1::text[]) x)",
    [[...asked.keys()]],
  );
  return new Set(rows.flatMap(({ hash }) => asked.get(hash) ?? []));
}

/** Changes of customers who exist, each found by the number, and by the code where several wallets have the number. */
export class KnownCustomers implements LineJudge {
  /** Lines by the customer that they change. */
  readonly #seen = new Map<number, number>();

  /** @param merchantId of the file's author; null: an operator, who knows all customers */
  constructor(
    private readonly merchantId: number | null,
    private readonly today: string,
  ) {}

  async judge(client: PoolClient, batch: readonly JudgedLine[]): Promise<void> {
    const msisdns = batch.flatMap(({ claims }) => claims.msisdn ?? []);
    const rows = await customersOf(client, msisdns);
    const walletIds = rows.map(({ id }) => id);
    const known = await knownCustomers(client, { merchantId: this.merchantId, walletIds });
    for (const line of batch) {
      if (line.wallet === null) continue;
      const found = rows.filter(({ contact_msisdn }) => contact_msisdn === line.claims.msisdn);
      const problem = this.#match(line, line.wallet, { found, known });
      if (problem !== null) line.problems.push(problem);
    }
  }

  #match(
    line: JudgedLine,
    wallet: NewWallet,
    { found, known }: { found: KnownCustomer[]; known: ReadonlySet<number> },
  ): LineProblem | null {
    if (found.length === 0) return { column: "mobile", code: "unknown_customer" };
    const meant = found.filter(({ wallet_code }) => (wallet.walletCode ?? wallet_code) === wallet_code);
    const [customer] = meant;
    if (customer === undefined) return { column: "walletCode", code: "other_customer" };
    if (meant.length > 1) return { column: "walletCode", code: "several_wallets" };
    if (!known.has(customer.id)) return { column: "mobile", code: "not_yours" };
    const before = this.#seen.get(customer.id);
    if (before !== undefined) return { column: "mobile", code: "mobile_twice", line: before };
    if (customer.is_withdrawn) return { column: null, code: "withdrawn" };
    if (wallet.hasConsented === false && customer.is_opted_in)
      return { column: "consent", code: "takes_part" };
    if (wallet.segmentId !== null && wallet.segmentId !== customer.segment_id)
      return { column: "segmentId", code: "stays" };
    if (wallet.referralMsisdn !== null) return { column: "referralMobile", code: "stays" };
    const nid = wallet.nid ?? openNationalId(customer.nid);
    const birthDate = wallet.birthDate ?? customer.birthDate;
    const rule = { country: programmeCountry(), birthDate, today: this.today };
    if (nid !== null && (wallet.nid ?? wallet.birthDate) !== null && nationalIdProblem(nid, rule) !== null)
      return { column: wallet.birthDate === null ? "nationalId" : "birthDate", code: "national_id_birth" };
    this.#seen.set(customer.id, line.line);
    wallet.walletCode = customer.wallet_code;
    line.match = {
      isOptedIn: customer.is_opted_in,
      points: customer.points,
      changed: PROFILE_FIELDS.filter((field) => {
        const present = field === "nid" ? openNationalId(customer.nid) : customer[field];
        return wallet[field] !== null && wallet[field] !== present;
      }),
    };
    return null;
  }
}
