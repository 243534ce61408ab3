import type { ErrorParametersByCode } from "@/lib/ledger/rules/errors";
import { formOf } from "./field-form";
import type { WireContext } from "./message";
import { OPERATIONS, type OperationName, type ResponseOf } from "./operations";
import { type Failure, POINTS_REFUSAL, type RefusalForm } from "./refusal-forms";

/**
 * The whole envelope of a refused operation, every key present (rules.md §11). The wallet is shown only when
 * the code allows it and the refusal carries one. A path that names no operation is answered as 2.5.
 */
export function failureEnvelope<Name extends OperationName>(
  operation: Name,
  failure: Failure,
  context: WireContext,
): ResponseOf<Name>;

export function failureEnvelope(
  operation: OperationName | null,
  failure: Failure,
  context: WireContext,
): ResponseOf<OperationName>;

export function failureEnvelope(
  operation: OperationName | null,
  refused: Failure,
  context: WireContext,
): ResponseOf<OperationName> {
  const { envelope }: RefusalForm = operation === null ? POINTS_REFUSAL : OPERATIONS[operation].refused;
  return envelope(withForm(operation, refused), context) as ResponseOf<OperationName>;
}

/** A refused value is told with the form of its field, unless there is better advice. */
function withForm(operation: OperationName | null, failure: Failure): Failure {
  const { allow } = failure.details;
  if (failure.code === 1007 && allow !== undefined)
    return { ...failure, code: 1007, params: { form: methodsOf(allow) }, details: failure.details };
  if (failure.code !== 1002) return failure;
  const params = failure.params as ErrorParametersByCode[1002];
  const form =
    params.advice === undefined && params.form === undefined ? formOf(operation, params.field) : null;
  return form === null
    ? failure
    : { ...failure, code: 1002, params: { ...params, form }, details: failure.details };
}

/** The text of 1007 where the method is not the address's. */
export function methodsOf(allow: readonly string[]) {
  const methods = allow.join(", ");
  return { en: `Send it as ${methods}`, ar: `الطريقة غير مسموح بها، أرسله بطريقة ${methods}` };
}
