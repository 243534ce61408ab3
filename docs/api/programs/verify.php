<?php

/** Whether the body is what the service signed, within five minutes of $now (seconds). False for headers that are missing or malformed. */
function verify(string $secret, array $headers, string $body, ?int $now = null): bool
{
    [$id, $timestamp, $signatures] = array_map(
        fn ($name) => (string) ($headers["webhook-$name"] ?? ''),
        ['id', 'timestamp', 'signature'],
    );
    if ($id === '' || !preg_match('/^\d{1,15}$/D', $timestamp)) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = "$id.$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$headers = [
    'webhook-id' => 'evt_p4178',
    'webhook-timestamp' => '1795258955',
    'webhook-signature' => 'v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=',
];
$body = '{"id":"evt_p4178","type":"points.rewarded"}'; // the bytes as they came: file_get_contents('php://input')
$secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
echo verify($secret, $headers, $body, 1795258960) ? 'valid' : 'invalid', "\n";
