<?php

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['ClientId: pis_test_demo', 'Content-Type: application/json'],
    'content' => json_encode([
        'WalletCode' => '100001',
        'ContactMsisdn' => '01110000001',
        'BranchMsisdn' => '01000000001',
        'PointsValue' => 150,
        'InvoiceNumber' => 'INV-88213',
        'ExternalLogId' => 'T1-' . bin2hex(random_bytes(12)),
    ]),
    'timeout' => 15,
    'ignore_errors' => true,
]]);
$answer = json_decode(
    file_get_contents('http://127.0.0.1:3000/api/Integration/v1/Reward', false, $context),
    true
);
echo $answer['errorMessage'], ' ', $answer['wallet']['totalPoints'] ?? '', "\n";
