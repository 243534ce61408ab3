"use client";

import { useState } from "react";

/** A second press within this time is meant for the row that was there: the next one has moved under the pointer. */
const SECOND_PRESS_MS = 600;

/** Lets a press through unless another one came just before it, of whichever row. */
export function singlePress(): (act: () => void) => void {
  let pressedAtMs = Number.NEGATIVE_INFINITY;
  return (act) => {
    const isSecond = performance.now() - pressedAtMs < SECOND_PRESS_MS;
    pressedAtMs = performance.now();
    if (!isSecond) act();
  };
}

/** For a list whose rows go when their button is pressed: a double press takes one row, not two. */
export function useSinglePress(): (act: () => void) => void {
  return useState(singlePress)[0];
}
