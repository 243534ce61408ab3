import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    /** Whether the body is what the service signed, within five minutes of now (seconds). False for headers that are null or malformed. */
    static boolean verify(String secret, String id, String timestamp, String signatures, String body, long now)
            throws Exception {
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,15}")) return false;
        if (Math.abs(now - Long.parseLong(timestamp)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        byte[] digest = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(digest)).getBytes(StandardCharsets.UTF_8);
        for (String given : signatures.split(" "))
            if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) return true;
        return false;
    }

    public static void main(String[] arguments) throws Exception {
        // The body is the text as it came, not parsed and written again.
        boolean isValid = verify("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "evt_p4178", "1795258955",
            "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
            "{\"id\":\"evt_p4178\",\"type\":\"points.rewarded\"}", 1795258960L);
        System.out.println(isValid ? "valid" : "invalid");
    }
}
