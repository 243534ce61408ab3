/** Reads what stands in a picture of a camera: the text of a QR or bar code, or null. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/**
 * The browser's own reader where it has one for QR codes, otherwise a library; the library too once the browser's reader fails. Throws
 * when neither can be had.
 */
export async function createCodeReader(): Promise<CodeReader> {
  const native = await nativeReader().catch(() => null);
  return native === null ? libraryReader() : withFallback(native, libraryReader);
}

/** A reader that is at work answers sooner. */
const ANSWER_MS_MAX = 2_000;
/** After so many pictures without a code the library looks at every other one: some readers find nothing and say so. */
const MISSES_MAX = 30;

/** Reads by the first reader until it fails, does not answer, or finds nothing for long; then by the second as well. */
export function withFallback(first: CodeReader, loadSecond: () => Promise<CodeReader>): CodeReader {
  let second: Promise<CodeReader> | undefined;
  let misses = 0;
  let isFailed = false;
  return async (video) => {
    misses += 1;
    if (isFailed || (misses > MISSES_MAX && misses % 2 === 0)) {
      second ??= loadSecond();
      return (await second)(video);
    }
    try {
      return await inTime(first(video));
    } catch {
      isFailed = true;
      return null;
    }
  };
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The reader does not answer.")), ANSWER_MS_MAX);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function nativeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  // There are browsers that have the class and no formats.
  if (BarcodeDetector === undefined || !formats.includes("qr_code")) return null;
  const detector = new BarcodeDetector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Codes are read well in pictures of this width, and quickly. */
const WIDTH_MAX = 960;

async function libraryReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  // From this service, where it comes from otherwise by default.
  const address = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url).href;
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("Pictures cannot be drawn here.");
  return async (video) => {
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, { maxNumberOfSymbols: 1 });
    return found[0]?.text ?? null;
  };
}
