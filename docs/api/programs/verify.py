import base64
import hashlib
import hmac
import time


def verify(secret, headers, body, now=None):
    """Whether the body (bytes) is what the service signed, within five minutes of now (seconds)."""
    timestamp = int(headers["webhook-timestamp"])
    if abs((time.time() if now is None else now) - timestamp) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(given, expected) for given in headers["webhook-signature"].split(" "))


headers = {
    "webhook-id": "evt_p4178",
    "webhook-timestamp": "1795258955",
    "webhook-signature": "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
}
body = b'{"id":"evt_p4178","type":"points.rewarded"}'  # the bytes as they came, not parsed and written again
secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
print("valid" if verify(secret, headers, body, 1795258960) else "invalid")
