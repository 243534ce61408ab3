<?php

/** The headers that sign a request. $now in seconds; its decimals keep two equal requests apart. */
function sign(string $secret, string $method, string $target, string $body, ?float $now = null): array
{
    $timestamp = number_format($now ?? microtime(true), 6, '.', '');
    $text = implode("\n", [$timestamp, $method, $target, hash('sha256', $body)]);
    return ['X-Timestamp' => $timestamp, 'X-Signature' => hash_hmac('sha256', $text, $secret)];
}

$body = '{"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001",'
    . '"PointsValue":150,"ExternalLogId":"T1-5001"}';
$secret = 'pss_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY';
echo sign($secret, 'POST', '/api/Integration/v1/Reward', $body, 1795258955.25)['X-Signature'], "\n";
