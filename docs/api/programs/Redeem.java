import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java 17, nothing but the standard library. Run it with: java Redeem.java */
public class Redeem {
    static final String BASE_URL = "http://127.0.0.1:3000";
    static final String CLIENT_ID = "pis_test_demo";
    static final Set<String> REPEATABLE = Set.of("1701", "1901", "1902");
    /** A person decides. */
    static final Set<String> WAITING = Set.of("1703", "1704");
    static final HttpClient HTTP = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build();

    /** The answer, or null when the truth is not known, and what Retry-After says. */
    record Attempt(String answer, Optional<Long> waitSeconds) {}

    static Attempt attempt(String operation, String fields, long milliseconds) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(BASE_URL + "/api/Integration/v1/" + operation))
            .timeout(Duration.ofMillis(milliseconds))
            .header("ClientId", CLIENT_ID).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(fields)).build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            Optional<Long> wait = response.headers().firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,6}")).map(Long::valueOf);
            String code = text(response.body(), "errorCode");
            boolean isKnown = code != null && !REPEATABLE.contains(code);
            return new Attempt(isKnown ? response.body() : null, wait);
        } catch (IOException noAnswer) {
            return new Attempt(null, Optional.empty());
        }
    }

    /** The same request with the same reference until the truth is known; null when six attempts or the seconds are over. */
    static String call(String operation, String fields, int seconds) throws InterruptedException {
        long end = System.nanoTime() / 1_000_000 + seconds * 1_000L;
        for (int number = 0; number < 6; number++) {
            long left = Math.max(1, end - System.nanoTime() / 1_000_000);
            Attempt attempt = attempt(operation, fields, Math.min(15_000, left));
            if (attempt.answer() != null) return attempt.answer();
            long doubled = (long) (ThreadLocalRandom.current().nextDouble(500, 1_000) * Math.pow(2, number));
            long pause = attempt.waitSeconds().map(wait -> wait * 1_000).orElse(doubled);
            if (number == 5 || System.nanoTime() / 1_000_000 + pause >= end) return null;
            Thread.sleep(pause);
        }
        return null;
    }

    /** One text or number of the answer. With a JSON library at hand, use that. */
    static String text(String json, String field) {
        Matcher found = Pattern.compile("\"" + field + "\":\"?((?:[^\"\\\\,}]|\\\\.)*)").matcher(json);
        return found.find() ? found.group(1) : null;
    }

    public static void main(String[] arguments) throws InterruptedException {
        // Keep the request with its reference where a crash does not reach, before it is sent.
        String reference = "T1-" + UUID.randomUUID();
        String wallet = """
            "WalletCode":"100001","ContactMsisdn":"01110000001","BranchMsisdn":"01000000001" """;
        String answer = call("RedeemUser",
            "{%s,\"PointsValue\":50,\"InvoiceNumber\":\"INV-88213\",\"ExternalLogId\":\"%s\"}".formatted(wallet, reference), 45);
        if (answer == null) {
            // Give it up: undone if it was carried out, never carried out if it was not.
            String cancelled = call("Cancel",
                "{%s,\"OriginalOperation\":\"RedeemUser\",\"OriginalExternalLogId\":\"%s\",\"ExternalLogId\":\"cancel-%s\"}"
                    .formatted(wallet, reference, reference), 15);
            if (cancelled == null) System.out.println("unknown: keep " + reference + " and cancel it when the line is back");
            else if (Set.of("0", "1401", "1411").contains(text(cancelled, "errorCode")))
                System.out.println("cancelled: no points are used");
            else System.out.println("refused " + text(cancelled, "errorCode") + " " + text(cancelled, "errorMessage"));
        } else if (text(answer, "errorCode").equals("0")) {
            System.out.println("done " + text(answer, "totalPoints"));
        } else if (WAITING.contains(text(answer, "errorCode"))) {
            // Nothing has moved. Keep the request, and send the same one again when it was decided.
            System.out.println("waiting " + reference + " " + text(answer, "errorMessage"));
        } else {
            System.out.println("refused " + text(answer, "errorCode") + " " + text(answer, "errorMessage"));
        }
    }
}
