import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { isMain } from "./is-main.mjs";

/**
 * `node scripts/complete-lock.mjs`: adds to package-lock.json the optional packages of other platforms that the registry it was
 * made against does not carry. Without them `npm ci` refuses the lock file, and users of those platforms would lack their
 * compiled parts. The registry is asked for their hashes. Packages that only tests need, and that another package could
 * use, are marked as needed by tests alone, for the list of what runs (`npm sbom`); `npm ci --omit=dev` installs them all the same. Run it after
 * every change of dependencies.
 */
const LOCK_FILE = "package-lock.json";

const SYSTEMS = "aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ");
const PROCESSORS = "arm64 arm ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" ");
const C_LIBRARIES = { gnu: "glibc", musl: "musl" };
/** Words in the names of platform packages that differ from what Node calls the same thing. */
const OTHER_NAMES = { windows: "win32", linuxmusl: "linux", ppc64le: "ppc64" };

/** Where npm finds the dependency `name` of the package at `parent`, or undefined. */
function resolve(packages, parent, name) {
  for (let base = parent; ; base = base.slice(0, Math.max(base.lastIndexOf("/node_modules/"), 0))) {
    const candidate = base === "" ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (base === "") return undefined;
  }
}

/** Platform packages say in their names what they are for: @next/swc-linux-x64-musl. */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => OTHER_NAMES[word] ?? word);
  const find = (known) => words.filter((word) => known.includes(word));
  const libc = words.flatMap((word) => C_LIBRARIES[word] ?? []);
  return { cpu: find(PROCESSORS), libc, os: find(SYSTEMS) };
}

function entryFor(name, version, dev) {
  const { cpu, libc, os } = platformOf(name);
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

/** Paths of the packages that the service itself needs. A peer counts unless it is optional. */
function listNeeded(packages) {
  const needed = new Set([""]);
  for (const place of needed) {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolve(packages, place, name);
      if (found !== undefined) needed.add(found);
    }
  }
  return needed;
}

/** The lock with what is missing added, and the names of what was added. `hashOf` is asked for `name@version`. */
export function completeLock(lock, hashOf) {
  const packages = { ...lock.packages };
  const added = [];
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (resolve(packages, parent, name) !== undefined) continue;
      const { cpu, os } = platformOf(name);
      if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version) || cpu.length + os.length === 0) {
        throw new Error(
          `${name}@${version}, wanted by ${parent}, is missing and is not a package of one platform.`,
        );
      }
      packages[`node_modules/${name}`] = entryFor(name, version, dev);
      added.push(`${name}@${version}`);
    }
  }
  const needed = listNeeded(packages);
  for (const [place, { devOptional, ...entry }] of Object.entries(packages))
    if (devOptional && !needed.has(place)) packages[place] = { ...entry, dev: true };
  for (const [place, { version, ...entry }] of Object.entries(packages)) {
    if (place === "" || entry.integrity) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    packages[place] = { version, integrity: hashOf(`${name}@${version}`), ...entry };
  }
  const sorted = Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, "en"));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added };
}

if (isMain(import.meta.url)) {
  const hashOf = (name) =>
    execFileSync("npm", ["view", name, "dist.integrity"], {
      encoding: "utf8",
      shell: process.platform === "win32",
    }).trim();
  const { lock, added } = completeLock(JSON.parse(readFileSync(LOCK_FILE, "utf8")), hashOf);
  const addresses = JSON.stringify(lock).match(/"resolved":"https?:[^"]*"/g) ?? [];
  if (addresses.length > 0)
    throw new Error(`The lock names download addresses, such as ${addresses[0]}. See .npmrc.`);
  writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length === 0 ? "The lock is complete." : `Added:\n  ${added.join("\n  ")}`);
}
