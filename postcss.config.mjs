/** @type {import("postcss-load-config").Config} */
const config = {
  // Class names are looked for in the components; globals.css names the pages beside them.
  plugins: { "@tailwindcss/postcss": { base: "components" } },
};

export default config;
