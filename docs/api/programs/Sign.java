import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sign {
    /** X-Signature of a request. The decimals of the timestamp, in seconds, keep two equal requests apart. */
    static String sign(String secret, String timestamp, String method, String target, byte[] body) throws Exception {
        String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        String text = String.join("\n", timestamp, method, target, digest);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static void main(String[] arguments) throws Exception {
        String body = "{\"WalletCode\":\"100001\",\"ContactMsisdn\":\"01110000001\",\"BranchMsisdn\":\"01000000001\","
            + "\"PointsValue\":150,\"ExternalLogId\":\"T1-5001\"}";
        System.out.println(sign("pss_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY", "1795258955.250000", "POST",
            "/api/Integration/v1/Reward", body.getBytes(StandardCharsets.UTF_8)));
    }
}
