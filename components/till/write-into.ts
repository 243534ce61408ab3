export type TextInput = HTMLInputElement | HTMLTextAreaElement;
export type TextsOfFields = readonly (readonly [field: TextInput, text: string])[];

/** Sets the text of a field in a way that its owner notices. */
export function writeInto(field: TextInput, value: string): void {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
