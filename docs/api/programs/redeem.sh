# Keep the reference where a crash does not reach, before the request is sent: the number of the receipt, say.
REFERENCE="T1-$(date +%s)-$$"

# curl waits for Retry-After, and otherwise longer and longer, and repeats what had no answer, for a minute in all.
call() {
  status=$(curl --silent --show-error --max-time 15 --retry 5 --retry-all-errors --retry-max-time "${3:-32}" \
    --output answer.json --write-out '%{http_code}' "http://127.0.0.1:3000/api/Integration/v1/$1" \
    --header 'ClientId: pis_test_demo' --header 'Content-Type: application/json' --data "$2") &&
    cat answer.json && [ "$status" -lt 500 ] && [ "$status" -ne 429 ]
}

call RedeemUser '{"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001",
  "PointsValue":50,"InvoiceNumber":"INV-88213","ExternalLogId":"'"$REFERENCE"'"}' ||
  call Cancel '{"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001",
    "OriginalOperation":"RedeemUser","OriginalExternalLogId":"'"$REFERENCE"'","ExternalLogId":"cancel-'"$REFERENCE"'"}' 1 ||
  echo "Keep $REFERENCE and cancel it when the line is back"
# 1703 and 1704: nothing has moved, and a person decides. Send the same request again afterwards.
if grep -q '"errorCode":"170[34]"' answer.json; then echo "waiting: keep $REFERENCE"; fi
