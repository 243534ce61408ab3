"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePrinted } from "@/components/ui/use-printed";

/** How far from the screen a picture is drawn, so that whoever scrolls seldom sees its place empty. */
const NEAR = "50% 0px";
const WHOLE = "points:whole";
const FRAMES = 3;

/** Holds the place of a picture; it may do so for long, so nothing in it moves. */
function PicturePlace() {
  return <div aria-hidden className="h-72 w-full rounded-lg bg-sunken" />;
}

/**
 * A picture, drawn once it is nearly in sight: drawing all of a page's at once would hold up whoever presses something meanwhile.
 * One that was not drawn when the browser prints is `onPaper` instead.
 */
export function WhenNear({ children, onPaper }: { children: ReactNode; onPaper: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isPrinted = usePrinted();
  useEffect(() => {
    if (isNear || box.current === null) return;
    const draw = () => setNear(true);
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && draw(),
      { rootMargin: NEAR },
    );
    observer.observe(box.current);
    window.addEventListener(WHOLE, draw);
    return () => {
      observer.disconnect();
      window.removeEventListener(WHOLE, draw);
    };
  }, [isNear]);
  return isNear ? children : <div ref={box}>{isPrinted ? onPaper : <PicturePlace />}</div>;
}

/** Has all pictures of the page drawn. */
export async function drawAll(): Promise<void> {
  window.dispatchEvent(new Event(WHOLE));
  // A chart draws its bars in the frames after the one it comes in.
  for (let frames = 0; frames < FRAMES; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}
