"use client";

import { rememberChoice, rememberedChoice, useDeviceChoice } from "@/components/kit/device-choice";

const NAME = "till-keys";
const OWN = "own";

/**
 * Whether this device keeps its keyboard closed at the till, as one with a built-in scanner does: the box has the focus all the same,
 * and amounts are typed on a pad of the page.
 */
export const useOwnKeys = (): boolean => useDeviceChoice(NAME) === OWN;

export const hasOwnKeys = (): boolean => rememberedChoice(NAME) === OWN;

export const chooseOwnKeys = (isOwn: boolean): void => rememberChoice(NAME, isOwn ? OWN : "device");

const SCANNER = "till-scanner";

/** A scanner typed into this page: the device has one, and is offered to keep its keyboard closed. */
export function noteScanner(): void {
  if (rememberedChoice(SCANNER) === undefined) rememberChoice(SCANNER, "seen");
}

/** Whether a scanner was seen on this device. */
export const useScannerSeen = (): boolean => useDeviceChoice(SCANNER) !== undefined;
