export { PointsClient, type PointsClientOptions } from "./client.js";
export type { components, operations } from "./contract.js";
export { OPERATIONS } from "./contract.js";
export type {
  AnswerOf,
  CancellableName,
  Cancelled,
  CancelOutcome,
  DealsOutcome,
  Done,
  FieldsOf,
  MovementFields,
  MovementName,
  Outcome,
  Prepared,
  QueryName,
  RefusalOf,
  Refused,
  SendOptions,
  Unknown,
  Waiting,
} from "./types.js";
