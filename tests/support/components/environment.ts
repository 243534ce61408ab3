// Scripts of Next.js read the environment, which its build puts in their place.
Object.assign(globalThis, { process: { env: { NODE_ENV: "test" } } });
