import base64
import hashlib
import hmac
import time


def verify(secret, headers, body, now=None):
    """Whether the body (bytes) is what the service signed, within five minutes of now (seconds).

    False for headers that are missing or malformed."""
    event_id, timestamp, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not event_id or not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 16):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))


headers = {
    "webhook-id": "evt_p4178",
    "webhook-timestamp": "1795258955",
    "webhook-signature": "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
}
body = b'{"id":"evt_p4178","type":"points.rewarded"}'  # the bytes as they came, not parsed and written again
secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
print("valid" if verify(secret, headers, body, 1795258960) else "invalid")
