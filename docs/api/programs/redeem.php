<?php

const BASE_URL = 'http://127.0.0.1:3000';
const CLIENT_ID = 'pis_test_demo';
const REPEATABLE = ['1701', '1901', '1902'];
const WAITING = ['1703', '1704']; // a person decides

/** One request: the answer, or null when the truth is not known, and what Retry-After says. */
function attempt(string $operation, array $fields, float $seconds): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['ClientId: ' . CLIENT_ID, 'Content-Type: application/json', 'Connection: close'],
        'content' => json_encode($fields),
        'timeout' => $seconds,
        'ignore_errors' => true, // 4xx and 5xx have answers too
    ]]);
    $stream = @fopen(BASE_URL . "/api/Integration/v1/$operation", 'r', false, $context);
    if ($stream === false) {
        return [null, null];
    }
    $wait = null;
    foreach (stream_get_meta_data($stream)['wrapper_data'] ?? [] as $header) {
        if (preg_match('/^Retry-After:\s*(\d+)\s*$/i', $header, $found)) {
            $wait = (int) $found[1];
        }
    }
    $answer = json_decode((string) stream_get_contents($stream), true);
    fclose($stream);
    $code = $answer['errorCode'] ?? null;
    $isKnown = $code !== null && !in_array($code, REPEATABLE, true);
    return [$isKnown ? $answer : null, $wait];
}

/** The same request with the same reference until the truth is known; null when six attempts or the seconds are over. */
function call(string $operation, array $fields, int $seconds = 45): ?array
{
    $end = microtime(true) + $seconds;
    for ($number = 0; $number < 6; $number++) {
        [$answer, $wait] = attempt($operation, $fields, min(15, $end - microtime(true)));
        if ($answer !== null) {
            return $answer;
        }
        $pause = $wait ?? (0.5 + mt_rand() / mt_getrandmax() / 2) * 2 ** $number;
        if ($number === 5 || microtime(true) + $pause >= $end) {
            return null;
        }
        usleep((int) (1_000_000 * $pause));
    }
    return null;
}

// Keep the request with its reference where a crash does not reach, before it is sent.
$reference = 'T1-' . bin2hex(random_bytes(12));
$wallet = ['WalletCode' => '100001', 'ContactMsisdn' => '01110000001', 'BranchMsisdn' => '01000000001'];
$answer = call('RedeemUser', $wallet + ['PointsValue' => 50, 'InvoiceNumber' => 'INV-88213', 'ExternalLogId' => $reference]);

if ($answer === null) {
    // Give it up: undone if it was carried out, never carried out if it was not.
    $cancelled = call('Cancel', $wallet + [
        'OriginalOperation' => 'RedeemUser',
        'OriginalExternalLogId' => $reference,
        'ExternalLogId' => "cancel-$reference",
    ], 15);
    if ($cancelled === null) {
        echo "unknown: keep $reference and cancel it when the line is back\n";
    } elseif (in_array($cancelled['errorCode'], ['0', '1401', '1411'], true)) {
        echo "cancelled: no points are used\n";
    } else {
        echo "refused {$cancelled['errorCode']} {$cancelled['errorMessage']}\n";
    }
} elseif ($answer['errorCode'] === '0') {
    echo "done {$answer['wallet']['totalPoints']}\n";
} elseif (in_array($answer['errorCode'], WAITING, true)) {
    // Nothing has moved. Keep the request, and send the same one again when it was decided.
    echo "waiting $reference {$answer['errorMessage']}\n";
} else {
    echo "refused {$answer['errorCode']} {$answer['errorMessage']}\n";
}
