/** Signs of a person at the page. */
const SIGNS = ["keydown", "pointerdown", "wheel"] as const;

let isPresent = false;

if (typeof window !== "undefined") {
  // Presses before this script came count as well.
  isPresent = navigator.userActivation?.hasBeenActive === true;
  const note = () => {
    isPresent = true;
  };
  for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true });
}

/** Whether a person has used the page since the last time that this was asked: what a page asks by itself is no use of its session. */
export function takePresence(): boolean {
  const wasPresent = isPresent;
  isPresent = false;
  return wasPresent;
}

/** The request that was to tell of it was not answered. */
export function putPresenceBack(): void {
  isPresent = true;
}
