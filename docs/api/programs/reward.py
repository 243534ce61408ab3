import json
import urllib.request
import uuid

fields = {
    "WalletCode": "100001",
    "ContactMsisdn": "01110000001",
    "BranchMsisdn": "01000000001",
    "PointsValue": 150,
    "InvoiceNumber": "INV-88213",
    "ExternalLogId": f"T1-{uuid.uuid4()}",
}
request = urllib.request.Request(
    "http://127.0.0.1:3000/api/Integration/v1/Reward",
    data=json.dumps(fields).encode(),
    headers={"ClientId": "pis_test_demo", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request, timeout=15) as response:
    answer = json.load(response)
print(answer["errorMessage"], answer["wallet"]["totalPoints"])
