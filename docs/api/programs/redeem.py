import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid

BASE_URL = "http://127.0.0.1:3000"
CLIENT_ID = "pis_test_demo"
REPEATABLE = {"1701", "1901", "1902"}
WAITING = {"1703", "1704"}  # a person decides


def attempt(operation, fields, seconds):
    """One request: the answer, or None when the truth is not known, and what Retry-After says."""
    request = urllib.request.Request(
        f"{BASE_URL}/api/Integration/v1/{operation}",
        data=json.dumps(fields).encode(),
        headers={"ClientId": CLIENT_ID, "Content-Type": "application/json"},
    )
    wait = None
    try:
        try:
            response = urllib.request.urlopen(request, timeout=seconds)
        except urllib.error.HTTPError as error:  # 4xx and 5xx have answers too
            response = error
        with response:
            wait = response.headers.get("Retry-After")
            answer = json.load(response)
        code = str(answer["errorCode"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None, wait  # no answer, or one of something in between
    return (None, wait) if code in REPEATABLE else (answer, wait)


def call(operation, fields, seconds=45):
    """The same request with the same reference until the truth is known; None when six attempts or the seconds are over."""
    end = time.monotonic() + seconds
    for number in range(6):
        answer, wait = attempt(operation, fields, min(15, end - time.monotonic()))
        if answer is not None:
            return answer
        pause = int(wait) if wait and wait.isdigit() else random.uniform(0.5, 1) * 2**number
        if number == 5 or time.monotonic() + pause >= end:
            return None
        time.sleep(pause)


# Keep the request with its reference where a crash does not reach, before it is sent.
reference = f"T1-{uuid.uuid4()}"
wallet = {"WalletCode": "100001", "ContactMsisdn": "01110000001", "BranchMsisdn": "01000000001"}
answer = call(
    "RedeemUser", {**wallet, "PointsValue": 50, "InvoiceNumber": "INV-88213", "ExternalLogId": reference}
)

if answer is None:
    # Give it up: undone if it was carried out, never carried out if it was not.
    cancelled = call(
        "Cancel",
        {
            **wallet,
            "OriginalOperation": "RedeemUser",
            "OriginalExternalLogId": reference,
            "ExternalLogId": f"cancel-{reference}",
        },
        seconds=15,
    )
    if cancelled is None:
        print(f"unknown: keep {reference} and cancel it when the line is back")
    elif cancelled["errorCode"] in ("0", "1401", "1411"):
        print("cancelled: no points are used")
    else:
        print("refused", cancelled["errorCode"], cancelled["errorMessage"])
elif answer["errorCode"] == "0":
    print("done", answer["wallet"]["totalPoints"])
elif answer["errorCode"] in WAITING:
    # Nothing has moved. Keep the request, and send the same one again when it was decided.
    print("waiting", reference, answer["errorMessage"])
else:
    print("refused", answer["errorCode"], answer["errorMessage"])
