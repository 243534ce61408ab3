/** What is measured of the window, in CSS pixels; `scale` is 1 while nobody has zoomed in with two fingers. */
export interface Viewports {
  /** Of the page's own window, which fixed and sticky parts keep to. */
  height: number;
  /** Of the part of it that can be seen. */
  visible: { height: number; offsetTop: number; scale: number };
}

/**
 * How much of the lower edge of the page's window is covered, as by a keyboard on the screen, in whole CSS pixels. 0 while the
 * page is zoomed: then the visible part says where somebody looks, not what is covered.
 */
export function coveredHeight({ height, visible }: Viewports): number {
  if (visible.scale > 1) return 0;
  return Math.max(0, Math.round(height - visible.offsetTop - visible.height));
}

/** The height of the page's own window. Browsers do not agree on which of the two a keyboard makes smaller. */
export function windowHeight(): number {
  return Math.max(window.innerHeight, document.documentElement.clientHeight);
}

const NAME = "--covered";

/** Keeps `--covered` of the document up to date: see {@link coveredHeight}. Calls `onChange` after it has changed. */
export function watchCoveredEdge(onChange: () => void): () => void {
  const { visualViewport } = window;
  const root = document.documentElement;
  let covered = 0;
  const measure = () => {
    if (visualViewport === null) return;
    const now = coveredHeight({ height: windowHeight(), visible: visualViewport });
    if (now === covered) return;
    covered = now;
    root.style.setProperty(NAME, `${covered}px`);
    onChange();
  };
  measure();
  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
  return () => {
    visualViewport?.removeEventListener("resize", measure);
    visualViewport?.removeEventListener("scroll", measure);
    root.style.removeProperty(NAME);
  };
}
