using System.Net.Http.Json;
using System.Text.Json;

const string BaseUrl = "http://127.0.0.1:3000";
const string ClientId = "pis_test_demo";
string[] repeatable = ["1701", "1901", "1902"];
string[] waiting = ["1703", "1704"]; // a person decides

using var http = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
http.DefaultRequestHeaders.Add("ClientId", ClientId);

// One request: the answer, or null when the truth is not known, and what Retry-After says.
async Task<(JsonElement? Answer, TimeSpan? Wait)> Attempt(string operation, object fields, TimeSpan limit)
{
    TimeSpan? wait = null;
    using var timeout = new CancellationTokenSource(limit);
    try
    {
        using var response = await http.PostAsJsonAsync(
            $"{BaseUrl}/api/Integration/v1/{operation}", fields, timeout.Token);
        wait = response.Headers.RetryAfter?.Delta;
        var answer = await response.Content.ReadFromJsonAsync<JsonElement>(timeout.Token);
        return (repeatable.Contains(Text(answer, "errorCode")) ? null : answer, wait);
    }
    catch (Exception error) when (error is HttpRequestException or TaskCanceledException or IOException
        or JsonException or NotSupportedException or KeyNotFoundException or InvalidOperationException)
    {
        return (null, wait); // no answer, or one of something in between
    }
}

// The same request with the same reference until the truth is known; null when six attempts or the seconds are over.
async Task<JsonElement?> Call(string operation, object fields, int seconds = 45)
{
    var end = DateTime.UtcNow.AddSeconds(seconds);
    for (var number = 0; number < 6; number++)
    {
        var limit = Math.Clamp((end - DateTime.UtcNow).TotalSeconds, 0.001, 15);
        var (answer, wait) = await Attempt(operation, fields, TimeSpan.FromSeconds(limit));
        if (answer is not null) return answer;
        var pause = wait ?? TimeSpan.FromSeconds((0.5 + Random.Shared.NextDouble() / 2) * Math.Pow(2, number));
        if (number == 5 || DateTime.UtcNow + pause >= end) return null;
        await Task.Delay(pause);
    }
    return null;
}

static string Text(JsonElement json, string field) => json.GetProperty(field).GetString() ?? "";

// Keep the request with its reference where a crash does not reach, before it is sent.
var reference = $"T1-{Guid.NewGuid()}";
var answer = await Call("RedeemUser", new
{
    WalletCode = "100001", ContactMsisdn = "01110000001", BranchMsisdn = "01000000001",
    PointsValue = 50, InvoiceNumber = "INV-88213", ExternalLogId = reference,
});

if (answer is { } known)
{
    Console.WriteLine(Text(known, "errorCode") == "0"
        ? $"done {known.GetProperty("wallet").GetProperty("totalPoints").GetInt64()}"
        // Nothing has moved. Keep the request, and send the same one again when it was decided.
        : waiting.Contains(Text(known, "errorCode")) ? $"waiting {reference} {Text(known, "errorMessage")}"
        : $"refused {Text(known, "errorCode")} {Text(known, "errorMessage")}");
    return;
}

// Give it up: undone if it was carried out, never carried out if it was not.
var cancelled = await Call("Cancel", new
{
    WalletCode = "100001", ContactMsisdn = "01110000001", BranchMsisdn = "01000000001",
    OriginalOperation = "RedeemUser", OriginalExternalLogId = reference, ExternalLogId = $"cancel-{reference}",
}, 15);
Console.WriteLine(cancelled is not { } outcome ? $"unknown: keep {reference} and cancel it when the line is back"
    : Text(outcome, "errorCode") is "0" or "1401" or "1411" ? "cancelled: no points are used"
    : $"refused {Text(outcome, "errorCode")} {Text(outcome, "errorMessage")}");
