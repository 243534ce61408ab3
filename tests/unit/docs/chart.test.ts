import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const CHART = "deploy/helm/points-service";
const read = (file: string) => readFileSync(path.join(CHART, file), "utf8");

const blocks = new Map(
  [
    ...read("templates/_helpers.tpl").matchAll(/\{\{- define "([^"]+)" -\}\}\n([\s\S]*?)\n\{\{- end \}\}/g),
  ].map(([, name = "", body = ""]) => [name, body]),
);

/**
 * A template as YAML, as far as it can be had without Helm: blocks are put in where they are included, conditions hold, and what is worked
 * out is a word.
 */
function rendered(template: string): string {
  const included = template.replace(
    / *\{\{-? include "([^"]+)" \. \| nindent (\d+) \}\}/g,
    (_, name: string, width: string) =>
      `\n${(blocks.get(name) ?? "missing").replaceAll(/^/gm, " ".repeat(Number(width)))}`,
  );
  return included
    .replaceAll(/^\s*\{\{-? (?:if|with|range|end)\b.*\}\}\n/gm, "")
    .replaceAll(/\{\{- toYaml .*?\}\}/g, "{}")
    .replaceAll(/\{\{.*?\}\}/g, "word");
}

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string; labels: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own.
  [part: string]: any;
}
const manifests = new Map<string, Manifest>(
  readdirSync(path.join(CHART, "templates"))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => [file, parse(rendered(read(`templates/${file}`)), { prettyErrors: true })]),
);

function the(file: string): Manifest {
  const manifest = manifests.get(file);
  if (manifest === undefined) throw new Error(`The chart has no ${file}`);
  return manifest;
}

test.each([...manifests])("%s is a manifest with a name and the chart's labels", (_, manifest) => {
  expect(manifest).toMatchObject({
    apiVersion: expect.stringMatching(/v1$/),
    kind: expect.any(String),
    metadata: { name: expect.stringMatching(/word/), labels: { "app.kubernetes.io/name": "word" } },
  });
});

test("pods run as nobody on a read-only file system, with the volumes that they mount", () => {
  for (const file of ["deployment.yaml", "migration.yaml"]) {
    const pod = the(file).spec.template.spec;
    expect(pod).toMatchObject({
      securityContext: { runAsNonRoot: true },
      automountServiceAccountToken: false,
    });
    const [container] = pod.containers;
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    const volumes = pod.volumes.map(({ name }: { name: string }) => name);
    expect(container.volumeMounts.map(({ name }: { name: string }) => name).sort()).toEqual(volumes.sort());
  }
});

test("services, probes and monitors name ports that the pods have", () => {
  const [container] = the("deployment.yaml").spec.template.spec.containers;
  const ports = container.ports.map(({ name }: { name: string }) => name);
  const asked = [
    ...["startupProbe", "readinessProbe", "livenessProbe"].map((probe) => container[probe].httpGet.port),
    ...the("service.yaml").spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
    ...the("service-monitor.yaml").spec.endpoints.map(({ port }: { port: string }) => port),
  ];
  expect(asked.filter((port) => !ports.includes(port))).toEqual([]);
});

test("the settings that the chart passes are settings of the service", () => {
  const known = readFileSync(".env.example", "utf8");
  const { data } = the("settings.yaml");
  const environment = ["deployment.yaml", "migration.yaml"].flatMap((file) =>
    the(file).spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name),
  );
  const passed = [...Object.keys(data), ...environment].filter((name) => name !== "word");
  expect(passed.filter((name) => !new RegExp(`^#? ?${name}=`, "m").test(known))).toEqual([]);
});

test("the chart's own description and values can be read", () => {
  expect(parse(read("Chart.yaml"))).toMatchObject({ apiVersion: "v2", name: "points-service" });
  expect(parse(read("values.yaml"))).toMatchObject({ replicas: 2, secret: "points-service" });
});
