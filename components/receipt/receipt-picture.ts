/** Pixels of the picture for each of the page: sharp on a phone. */
const SCALE = 3;
const MARGIN = 12;

/** A picture of the receipt as it stands in the page, as a PNG; null where the browser draws none. */
export async function pictureOf(receipt: Element | null, name: string): Promise<File | null> {
  if (receipt === null) return null;
  const box = receipt.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil((box.width + 2 * MARGIN) * SCALE);
  canvas.height = Math.ceil((box.height + 2 * MARGIN) * SCALE);
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(MARGIN - box.left, MARGIN - box.top);
  pen.fillStyle = "#000";
  drawRules(pen, receipt);
  drawTexts(pen, receipt);
  for (const code of receipt.querySelectorAll("svg")) drawCode(pen, code);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], name, { type: "image/png" });
}

/** Each word where the page has it: lines, columns and directions are the page's own. */
function drawTexts(pen: CanvasRenderingContext2D, receipt: Element): void {
  const texts = document.createTreeWalker(receipt, NodeFilter.SHOW_TEXT);
  pen.textBaseline = "middle";
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || owner.closest("svg") !== null) continue;
    const { font, direction } = getComputedStyle(owner);
    pen.font = font;
    pen.direction = direction === "rtl" ? "rtl" : "ltr";
    pen.textAlign = "left";
    for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [place] = range.getClientRects();
      if (place !== undefined && place.width > 0)
        pen.fillText(word, place.left, place.top + place.height / 2, place.width + 1);
    }
  }
}

/** The lines between the parts, and the frame of a voided one. */
function drawRules(pen: CanvasRenderingContext2D, receipt: Element): void {
  for (const part of receipt.querySelectorAll("section, p")) {
    const { borderTopWidth, borderBottomWidth } = getComputedStyle(part);
    const { left, top, width, height } = part.getBoundingClientRect();
    if (Number.parseFloat(borderBottomWidth) > 0) pen.strokeRect(left, top, width, height);
    else if (Number.parseFloat(borderTopWidth) > 0) pen.fillRect(left, top, width, 1);
  }
}

/** A code of squares: its one path, at its place. */
function drawCode(pen: CanvasRenderingContext2D, code: SVGSVGElement): void {
  const path = code.querySelector("path")?.getAttribute("d");
  const { left, top, width } = code.getBoundingClientRect();
  if (!path) return;
  pen.save();
  pen.translate(left, top);
  pen.scale(width / code.viewBox.baseVal.width, width / code.viewBox.baseVal.width);
  pen.fill(new Path2D(path));
  pen.restore();
}
