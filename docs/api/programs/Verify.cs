using System.Security.Cryptography;
using System.Text;

// Whether the body is what the service signed, within five minutes of now (seconds). False for headers that are null or malformed.
static bool Verify(string secret, string? id, string? timestamp, string? signatures, string body, long now)
{
    if (string.IsNullOrEmpty(id) || signatures is null || !long.TryParse(timestamp, out var seconds)) return false;
    if (seconds is < 0 or > 999_999_999_999_999 || Math.Abs(now - seconds) > 300) return false;
    var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret[6..] : secret);
    var digest = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{id}.{timestamp}.{body}"));
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest));
    return signatures.Split(' ')
        .Any(given => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected));
}

// The body is the text as it came, not parsed and written again.
Console.WriteLine(Verify("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "evt_p4178", "1795258955",
    "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
    "{\"id\":\"evt_p4178\",\"type\":\"points.rewarded\"}", 1795258960) ? "valid" : "invalid");
