const BASE_URL = "http://127.0.0.1:3000";
const CLIENT_ID = "pis_test_demo";

/** The list now, or the one that was kept: unchanged, or six attempts found nobody. Reading may be repeated at will. */
async function readDeals(kept) {
  const headers = { ClientId: CLIENT_ID, ...(kept && { "If-None-Match": kept.etag }) };
  for (let number = 0; number < 6; number += 1) {
    let wait = null;
    try {
      const signal = AbortSignal.timeout(15_000);
      const response = await fetch(`${BASE_URL}/api/Integration/v1/GetDeals`, { headers, signal });
      if (response.status === 304) return kept;
      const { status } = response;
      if (response.ok) return { etag: response.headers.get("ETag"), deals: (await response.json()).deals };
      if (![429, 500, 503].includes(status)) return Promise.reject(new Error(`refused: ${status}`));
      wait = response.headers.get("Retry-After");
    } catch {
      // No answer, or one that broke off.
    }
    const seconds = /^\d+$/.test(wait ?? "") ? Number(wait) : 2 ** number / 2;
    if (number < 5) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
  return kept;
}

const kept = await readDeals();
const again = await readDeals(kept);
console.log("deals", kept?.deals.length ?? 0, again === kept ? "unchanged" : "changed");
