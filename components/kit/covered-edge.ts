/** Measures of the window, in CSS pixels; `scale` is 1 while nobody has zoomed in with two fingers. */
export interface Viewports {
  /** Of the page's own window, which fixed and sticky parts keep to. */
  height: number;
  /** Of the part of it that can be seen. */
  visible: { height: number; offsetTop: number; scale: number };
}

/**
 * How much of the lower edge of the page's window is out of sight, and how high the keyboard on the screen is that takes the room, both
 * in whole CSS pixels: they differ while the part that can be seen is moved down. 0 while the page is zoomed, for then that part says
 * where a person looks, not what is covered.
 */
export function coveredEdge({ height, visible }: Viewports): { covered: number; keyboard: number } {
  if (visible.scale > 1) return { covered: 0, keyboard: 0 };
  const keyboard = Math.max(0, Math.round(height - visible.height));
  return { covered: Math.max(0, keyboard - Math.round(visible.offsetTop)), keyboard };
}

/** The height of the page's own window. Browsers do not agree on which of the two a keyboard makes smaller. */
export function windowHeight(): number {
  return Math.max(window.innerHeight, document.documentElement.clientHeight);
}

/** Keeps `--covered` and `--keyboard` of the document up to date: see {@link coveredEdge}. Calls `onChange` after each change. */
export function watchCoveredEdge(onChange: () => void): () => void {
  const { visualViewport } = window;
  const { style } = document.documentElement;
  let known = { covered: 0, keyboard: 0 };
  const measure = () => {
    if (visualViewport === null) return;
    const edge = coveredEdge({ height: windowHeight(), visible: visualViewport });
    if (edge.covered === known.covered && edge.keyboard === known.keyboard) return;
    known = edge;
    style.setProperty("--covered", `${edge.covered}px`);
    style.setProperty("--keyboard", `${edge.keyboard}px`);
    onChange();
  };
  measure();
  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
  return () => {
    visualViewport?.removeEventListener("resize", measure);
    visualViewport?.removeEventListener("scroll", measure);
    style.removeProperty("--covered");
    style.removeProperty("--keyboard");
  };
}
