import { CircleCheck, CircleSlash, Hourglass, type LucideIcon, TimerOff, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSettingWords } from "@/components/programme/setting-words";
import type { Tone } from "@/components/ui/badge";
import { UndoIcon } from "@/components/ui/undo-icon";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { Adjustment, AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import type { MonthChange } from "@/lib/areas/reports/owed-schemas";
import type { SettingName } from "@/lib/ledger/rules/programme-settings";
import { FAMILY_ROLES } from "@/lib/ledger/rules/types";
import { isRole } from "@/lib/portal/acts/roles";

/** Staff acts, as lib/areas/staff/user.ts names them. */
const STAFF_ACTS = [
  "invite",
  "create",
  "role",
  "reactivate",
  "link",
  "password",
  "two_factor",
  "email",
  "set",
] as const;
/** The same of the other kinds, as those who ask for a second person name it. */
const CLIENT_ACTS = ["create", "change", "rotate", "signing"] as const;
const OFFER_ACTS = ["promotion", "deal", "dealWords", "coupons", "couponWords"] as const;
const RULES_ACTS = ["tier", "stacking", "merchant", "clock", "month"] as const;

/** Numbers in summaries, which keep them as texts. */
const NUMBERS = [
  "budget",
  "count",
  "points",
  "wallets",
  "rewardFactor",
  "redeemFactor",
  "discount",
  "most",
] as const;

const MONTH = { month: "long", year: "numeric", timeZone: "UTC" } as const;

function oneOf<Act extends string>(acts: readonly [Act, ...Act[]], act: string | null | undefined): Act {
  return acts.find((known) => known === act) ?? acts[0];
}

/** Says what a request other than an adjustment asks for: whose wallet becomes whose, or who gets which access. */
export function useAskedText(): (asked: Pick<AskedAdjustment, "kind" | "summary">) => string {
  const t = useTranslations("wallets.desk.adjustments.act");
  const roles = useTranslations("roles");
  const isArabic = useLanguage() === "ar";
  const changesText = useChangesText();
  const format = useFormatter();
  const monthText = useMonthText();
  const figuresOf = useFigures();
  return ({ kind, summary }) => {
    const said: Record<string, string> = {};
    for (const [name, value] of Object.entries(summary)) if (value != null) said[name] = value;
    const { act, name = "", from = "", to = "" } = said;
    const figures = figuresOf(summary);
    const named = { ...said, ...figures, name: (isArabic ? said.nameAr : said.nameEn) || name };
    switch (kind) {
      case "merge":
        return t("merge", { code: said.toWalletCode ?? "" });
      case "family":
        return familyText(t, summary);
      case "mobile":
        return t("mobile", { from, to });
      case "pin":
        return t(act === "clear" ? "clearPin" : "setPin");
      case "segment":
        return t("segment", { name: (isArabic ? said.tierAr : said.tierEn) ?? "" });
      case "client":
        return t(`client.${oneOf(CLIENT_ACTS, act)}`, { name, scopes: said.scopes ?? "" });
      case "offer":
        return t(
          act === "promotion" && summary.budget == null
            ? "offer.promotionOpen"
            : `offer.${oneOf(OFFER_ACTS, act)}`,
          {
            ...{ budget: "", count: "none", worth: "none", most: "none" },
            ...{ discountType: "none", discount: "", money: "", picture: "none" },
            ...{
              from: (isArabic ? said.fromAr : said.fromEn) ?? "",
              to: (isArabic ? said.toAr : said.toEn) ?? "",
            },
            ...named,
          },
        );
      case "coupons":
        return t(`coupons.${oneOf(["hand", "file", "found"], act)}`, {
          ...{ count: "", from: (isArabic ? said.fromAr : said.fromEn) ?? "" },
          ...named,
        });
      case "rules":
        if (act === "programme")
          return summary.changes == null ? (said.fields ?? "") : changesText(summary.changes);
        return t(`rules.${oneOf(RULES_ACTS, act)}`, {
          ...{ rewardFactor: "", redeemFactor: "", wallets: "", points: "" },
          ...named,
          month: said.month === undefined ? "" : format.dateTime(new Date(said.month), MONTH),
          ...monthText(said.monthChanges),
          fields: summary.changes == null ? (said.fields ?? "") : changesText(summary.changes),
        });
      case "make_admin":
      case "reset_admin":
        return t(`staff.${STAFF_ACTS.find((known) => known === act) ?? "role"}`, {
          name,
          role: isRole(said.role) ? roles(said.role) : "",
        });
      case "join":
        return t("join", { count: Number(said.count ?? 0), proof: said.proof ?? "" });
      case "adjust":
        return t("adjust");
    }
  };
}

/** Settings in words, each as it is and as it is to be; `changes` as the summary of a request keeps them. */
function useChangesText(): (changes: string) => string {
  const t = useTranslations("wallets.desk.adjustments.act");
  const words = useSettingWords();
  return (changes) =>
    (JSON.parse(changes) as [SettingName, unknown, unknown][])
      .map(([name, ...values]) => {
        const [before = "", after = ""] = values.map((value) => words.alone(name, value));
        const unit = after.slice(after.lastIndexOf(" "));
        // One unit for both: "10,000 → 5,000,000 points".
        const from = unit.startsWith(" ") && before.endsWith(unit) ? before.slice(0, -unit.length) : before;
        return t("change", { label: words.label(name), before: from, after });
      })
      .join("; ");
}

/** Amounts of a summary as they are written on the page; those that it lacks are left out. */
function useFigures(): (summary: AskedAdjustment["summary"]) => Record<string, string> {
  const format = useFormatter();
  const amounts = useAmounts();
  return (summary) => {
    const figures: Record<string, string> = {};
    for (const name of NUMBERS) {
      const value = summary[name];
      if (value != null) figures[name] = format.number(Number(value));
    }
    if (summary.worth != null) figures.worth = amounts.money(Number(summary.worth));
    if (summary.discount != null) figures.money = amounts.money(Number(summary.discount));
    return figures;
  };
}

/** Figures of a month that is to be opened again: how many change, and the points owed at its end as they were closed and as they are now. */
function useMonthText(): (changes: string | undefined) => { count: number; closed: string; now: string } {
  const amounts = useAmounts();
  return (changes) => {
    const rows = JSON.parse(changes ?? "[]") as MonthChange[];
    const closing = rows.find(({ of }) => of === "closing");
    const text = (of: "closed" | "now") =>
      closing === undefined ? "none" : amounts.points(closing[of].points);
    return { count: rows.length, closed: text("closed"), now: text("now") };
  };
}

function familyText(
  t: ReturnType<typeof useTranslations<"wallets.desk.adjustments.act">>,
  { act, parentWalletCode, familyRole, allowance }: AskedAdjustment["summary"],
): string {
  const code = parentWalletCode ?? "";
  const points = Number(allowance ?? 0);
  if (act === "allowance") return t(allowance == null ? "allowanceOpen" : "allowance", { code, points });
  return t(allowance == null ? "family" : "familyWithAllowance", {
    code,
    role: FAMILY_ROLES.find((known) => known === familyRole) ?? "own",
    points,
  });
}

/** How a request stands, at a glance. */
export const STATES: Record<Adjustment["state"], { tone: Tone; icon: LucideIcon }> = {
  requested: { tone: "warning", icon: Hourglass },
  approved: { tone: "success", icon: CircleCheck },
  refused: { tone: "danger", icon: CircleSlash },
  withdrawn: { tone: "neutral", icon: UndoIcon },
  failed: { tone: "danger", icon: TriangleAlert },
  expired: { tone: "neutral", icon: TimerOff },
};
