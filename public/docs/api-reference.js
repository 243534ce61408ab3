const target = document.getElementById("api-reference");

window.SwaggerUIBundle({
  domNode: target,
  url: target.dataset.document,
  presets: [window.SwaggerUIBundle.presets.apis],
  // The online validator is the only thing that this viewer would fetch from elsewhere.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
});
