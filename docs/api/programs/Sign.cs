using System.Security.Cryptography;
using System.Text;

// X-Signature of a request. The decimals of the timestamp, in seconds, keep two equal requests apart.
static string Sign(string secret, string timestamp, string method, string target, byte[] body)
{
    var digest = Convert.ToHexString(SHA256.HashData(body)).ToLowerInvariant();
    var text = string.Join("\n", timestamp, method, target, digest);
    var signature = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(text));
    return Convert.ToHexString(signature).ToLowerInvariant();
}

var body = "{\"WalletCode\":\"100001\",\"ContactMsisdn\":\"01110000001\",\"BranchMsisdn\":\"01000000001\","
    + "\"PointsValue\":150,\"ExternalLogId\":\"T1-5001\"}";
Console.WriteLine(Sign("pss_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY", "1795258955.250000", "POST",
    "/api/Integration/v1/Reward", Encoding.UTF8.GetBytes(body)));
