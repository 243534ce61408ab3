import hashlib
import hmac
import time


def sign(secret, method, target, body, now=None):
    """The headers that sign a request. now in seconds; its decimals keep two equal requests apart."""
    timestamp = f"{time.time() if now is None else now:.6f}"
    text = "\n".join([timestamp, method, target, hashlib.sha256(body).hexdigest()])
    signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    return {"X-Timestamp": timestamp, "X-Signature": signature}


body = (
    b'{"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001",'
    b'"PointsValue":150,"ExternalLogId":"T1-5001"}'
)
secret = "pss_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"
print(sign(secret, "POST", "/api/Integration/v1/Reward", body, 1795258955.25)["X-Signature"])
