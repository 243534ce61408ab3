export {
  serveIntegration as DELETE,
  serveIntegration as GET,
  serveIntegration as HEAD,
  serveIntegration as OPTIONS,
  serveIntegration as PATCH,
  serveIntegration as POST,
  serveIntegration as PUT,
} from "@/lib/points-api/next-door";
