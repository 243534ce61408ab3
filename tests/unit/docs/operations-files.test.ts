import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { expectRequests } from "@/lib/platform/metrics";

const read = (file: string) => readFileSync(file, "utf8");

/** Series as the service serves them, by the names in its sources. */
const SERVED = ["lib/platform/metrics.ts", "bin/server/metrics-listener.ts"]
  .flatMap((file) => [...read(file).matchAll(/"(points_\w+)"/g)])
  .map(([, name = ""]) => name);

test.each(["deploy/prometheus/alerts.yml", "deploy/grafana/points-service.json"])(
  "%s asks for series that the service serves, and for nothing else",
  (file) => {
    const asked = [...read(file).matchAll(/\bpoints_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ""),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect([...new Set(asked)].filter((name) => !SERVED.includes(name))).toEqual([]);
  },
);

test("every series is on the dashboard", () => {
  const dashboard = read("deploy/grafana/points-service.json");
  expect(
    SERVED.filter((name) => !dashboard.includes(name) && name !== "points_webhook_attempt_duration_seconds"),
  ).toEqual([]);
});

test("an operation's refusals that somebody is called for are counted from 0 on, so that the first of them is a rise", async () => {
  expectRequests(["Asked"]);
  const series = await register.metrics();
  for (const code of ["0", "1702", "1704", "1901", "1902"])
    expect(series).toContain(`points_requests_total{operation="Asked",code="${code}"} 0`);
});

test("every alert has a page that says what it means and what to do, and no page is of none", () => {
  const alerts = [...read("deploy/prometheus/alerts.yml").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const page = read("docs/alerts.md");
  expect([...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  for (const section of page.split(/^## /m).slice(1)) expect(section).toMatch(/\*\*Look\*\*.*\*\*Do\*\*/s);
  for (const name of alerts)
    expect(read("deploy/prometheus/alerts.yml")).toContain(`docs/alerts.md#${name?.toLowerCase()}`);
});

interface RuleTest {
  name: string;
  alert_rule_test?: { alertname: string; eval_time: string; exp_alerts?: unknown[] }[];
}

/** Seconds of a time as Prometheus writes it, such as 1h5m. */
const secondsOf = (text: string) =>
  [...text.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, number, unit = ""]) => sum + Number(number) * ({ h: 3_600, m: 60 }[unit] ?? 1),
    0,
  );

test("every alert has a case in which it fires, and the table tells how soon", () => {
  const { tests } = parse(read("deploy/prometheus/alerts.test.yml")) as { tests: RuleTest[] };
  const cases = tests.flatMap(({ name, alert_rule_test: looks = [] }) =>
    looks
      .filter(({ exp_alerts: expected = [] }) => expected.length > 0)
      .map(({ alertname, eval_time: at }) => ({ name, alertname, at: secondsOf(at) })),
  );
  const alerts = [...read("deploy/prometheus/alerts.yml").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(cases.map(({ alertname }) => alertname))]).toEqual(alerts);
  // A fault begins at the tenth minute, or after a day where yesterday counts.
  const rows = cases.map(
    ({ name, alertname, at }) => `| ${name} | ${alertname} | ${at - (at > 86_400 ? 86_400 : 600)} |`,
  );
  expect(read("docs/alerts.md").match(/^\| .+ \| Points\w+ \| \d+ \|$/gm)).toEqual(rows);
});

test("compose passes every setting of .env.example", () => {
  const settings = [...read(".env.example").matchAll(/^#?([A-Z][A-Z_\d]+)=/gm)].map(([, name = ""]) => name);
  /** The image's own, and those of the embedded database. */
  const fixed = ["HOST", "DATA_DIR", "DATABASE_MEMORY_MB", "DATABASE_DIRECT_URL"];
  const compose = read("compose.yaml");
  expect(
    settings.filter(
      (name) => !fixed.includes(name) && !new RegExp(`^\\s+${name}:|\\{${name}[:}]`, "m").test(compose),
    ),
  ).toEqual([]);
});

test("the chart's templates use values that it has", () => {
  const folder = "deploy/helm/points-service";
  const values = read(path.join(folder, "values.yaml"));
  const used = readdirSync(path.join(folder, "templates")).flatMap((file) => [
    ...read(path.join(folder, "templates", file)).matchAll(/\.Values\.(\w+)(?:\.(\w+))?/g),
  ]);
  for (const [, group = "", name] of used) {
    expect(values).toMatch(new RegExp(`^${group}:`, "m"));
    if (name !== undefined)
      expect(values.slice(values.search(new RegExp(`^${group}:`, "m")))).toMatch(
        new RegExp(`^  ${name}:`, "m"),
      );
  }
});
