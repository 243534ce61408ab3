import { z } from "zod";
import { PATTERNS, REFERENCE_LENGTH_MAX } from "./fields";

export const versionParameter = z.enum(["v1"]).meta({
  description: "Version of the interface. Another one is answered with 1005.",
  examples: ["v1"],
  param: { id: "Version" },
});

export const acceptLanguage = z
  .string()
  .optional()
  .meta({
    description: "`en` (default) or `ar`: the language of every text in the answer.",
    examples: ["ar"],
    param: { id: "AcceptLanguage" },
  });

export const requestIdParameter = z
  .string()
  .optional()
  .meta({
    description:
      "An id of the caller's choice for this request, returned in the answer and kept in the log: up to 64 letters, digits, dots, hyphens and underscores. Another one is not used.",
    maxLength: 64,
    pattern: "^[A-Za-z0-9._-]+$",
    examples: ["3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11"],
    param: { id: "RequestId" },
  });

export const idempotencyKey = z
  .string()
  .optional()
  .meta({
    description:
      "Takes the place of `ExternalLogId` when the body has none. Printable ASCII characters without spaces.",
    minLength: 1,
    maxLength: REFERENCE_LENGTH_MAX,
    pattern: PATTERNS.key,
    examples: ["7b1f6a1e-0f0a-4b0b-8d55-4a5a2f1f2c10"],
    param: { id: "IdempotencyKey" },
  });

export const ifNoneMatch = z
  .string()
  .optional()
  .meta({
    description: "The `ETag` of the last answer.",
    examples: ['W/"q3Hk1r0Zc8m2vYw5uXe7tLs9"'],
    param: { id: "IfNoneMatch" },
  });

export const everyAnswerHeaders = {
  "X-Request-Id": z.string().meta({
    description: "Name it when you report a problem.",
    examples: ["3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11"],
    header: { id: "X-Request-Id" },
  }),
  "API-Version": z
    .string()
    .meta({ description: "Version of the interface.", examples: ["v1"], header: { id: "API-Version" } }),
  "Content-Language": z
    .string()
    .meta({ description: "Language of the texts.", examples: ["en"], header: { id: "Content-Language" } }),
  RateLimit: z
    .string()
    .optional()
    .meta({
      description:
        "What is left of the client's rate and when it is whole again (IETF draft `ratelimit-headers`). Absent for a client without a limit.",
      examples: ['"default";r=199;t=1'],
      header: { id: "RateLimit" },
    }),
  "RateLimit-Policy": z
    .string()
    .optional()
    .meta({
      description: "The client's rate (IETF draft `ratelimit-headers`).",
      examples: ['"default";q=100;w=1'],
      header: { id: "RateLimit-Policy" },
    }),
};

export const help = z
  .string()
  .optional()
  .meta({
    description: 'The page about the code, as `rel="help"`, in the language of the answer.',
    examples: ['<https://points.example/docs/en/errors#e1301>; rel="help"; hreflang="en"'],
    header: { id: "Link" },
  });

export const retryAfter = z.string().meta({
  description: "Whole seconds after which the request may be sent again.",
  examples: ["1"],
  header: { id: "Retry-After" },
});

export const unlockAfter = z
  .string()
  .optional()
  .meta({
    description: "Whole seconds after which the lock ends; absent where it ends with a new PIN only.",
    examples: ["900"],
    header: { id: "Unlock-After" },
  });

export const replayed = z
  .string()
  .optional()
  .meta({
    description: "`true` when this is the first answer again: the request had been carried out before.",
    examples: ["true"],
    header: { id: "Idempotent-Replayed" },
  });

export const etag = z.string().meta({
  description: "Changes with the list.",
  examples: ['W/"q3Hk1r0Zc8m2vYw5uXe7tLs9"'],
  header: { id: "ETag" },
});

export const cacheControl = z.string().meta({
  description: "How long the list may be kept.",
  examples: ["private, max-age=60"],
  header: { id: "Cache-Control" },
});
