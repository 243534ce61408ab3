/** The bytes of a chosen file in base64, as a request carries them. */
export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
  });
  reader.readAsDataURL(file);
  const address = await read;
  return address.slice(address.indexOf(",") + 1);
}
