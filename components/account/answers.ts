type Schemas = typeof import("@/lib/areas/account/schemas");

/** What is asked here is on every page, which asks for none of it while it is opened: the schema comes with the first answer. */
export const answer =
  <Name extends keyof Schemas>(name: Name) =>
  async (): Promise<Schemas[Name]> =>
    (await import("@/lib/areas/account/schemas"))[name];
