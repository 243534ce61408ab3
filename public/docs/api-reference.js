const target = document.getElementById("api-reference");
const { document: address, clientId } = target.dataset;

const viewer = window.SwaggerUIBundle({
  domNode: target,
  url: address,
  presets: [window.SwaggerUIBundle.presets.apis],
  // The online validator is the only thing that this viewer would fetch from elsewhere.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  onComplete: () => {
    // The examples are the demo's, and so is the client with which they can be sent.
    if (clientId !== undefined) viewer.preauthorizeApiKey("ClientId", clientId);
  },
});
