import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/** Java 17. Run it with: java Reward.java */
public class Reward {
    public static void main(String[] arguments) throws Exception {
        String fields = """
            {"WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001",
             "PointsValue":150,"InvoiceNumber":"INV-88213",
             "ExternalLogId":"T1-%s"}""".formatted(UUID.randomUUID());
        HttpRequest request = HttpRequest
            .newBuilder(URI.create("http://127.0.0.1:3000/api/Integration/v1/Reward"))
            .timeout(Duration.ofSeconds(15))
            .header("ClientId", "pis_test_demo").header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(fields)).build();
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.body());
    }
}
