/**
 * The container's health check: ends with 0 when the service of this container is ready. The check asks where the service listens (HOST,
 * PORT); a service that listens everywhere is asked at this machine's own address of the same kind.
 */
const { HOST: host = "127.0.0.1", PORT: port = "3000" } = process.env;
const name = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
const address = name.includes(":") ? `[${name}]` : name;
const isReady = await fetch(`http://${address}:${port}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isReady ? 0 : 1;
