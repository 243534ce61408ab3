using System.Net.Http.Json;
using System.Text.Json;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };
http.DefaultRequestHeaders.Add("ClientId", "pis_test_demo");
using var response = await http.PostAsJsonAsync("http://127.0.0.1:3000/api/Integration/v1/Reward", new
{
    WalletCode = "100001", ContactMsisdn = "01110000001", BranchMsisdn = "01000000001",
    PointsValue = 150, InvoiceNumber = "INV-88213", ExternalLogId = $"T1-{Guid.NewGuid()}",
});
var answer = await response.Content.ReadFromJsonAsync<JsonElement>();
Console.WriteLine(answer.GetProperty("errorMessage").GetString());
