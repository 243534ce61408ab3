import json
import time
import urllib.error
import urllib.request

BASE_URL = "http://127.0.0.1:3000"
CLIENT_ID = "pis_test_demo"


def read_deals(kept=None):
    """The list now, or the one that was kept: unchanged, or six attempts found nobody. Reading may be repeated at will."""
    headers = {"ClientId": CLIENT_ID, **({"If-None-Match": kept["etag"]} if kept else {})}
    request = urllib.request.Request(f"{BASE_URL}/api/Integration/v1/GetDeals", headers=headers)
    for number in range(6):
        wait = None
        try:
            with urllib.request.urlopen(request, timeout=15) as response:
                return {"etag": response.headers["ETag"], "deals": json.load(response)["deals"]}
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return kept
            if error.code not in (429, 500, 503):
                raise  # a refusal: the same request would be refused again
            wait = error.headers.get("Retry-After")
        except (OSError, ValueError):
            pass  # no answer, or one that broke off
        if number < 5:
            time.sleep(int(wait) if wait and wait.isdigit() else 2**number / 2)
    return kept


kept = read_deals()
again = read_deals(kept)
print("deals", len(kept["deals"]) if kept else 0, "unchanged" if again is kept else "changed")
