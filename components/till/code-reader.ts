/** Reads what stands in a picture of a camera: the text of a QR or bar code, or null. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader where it has one for QR codes, otherwise a library. Throws when neither can be had. */
export async function createCodeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? (await libraryReader());
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
