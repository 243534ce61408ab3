/**
 * A loader for the cache in which use-intl keeps what formats dates and numbers. It makes one for each page that is rendered,
 * although a format takes up to 0.2 ms to make and depends on nothing but the language, the settings and the code. With
 * it one of each is made for a process. Texts keep a cache of their own: they depend on the page.
 */
const CACHE =
  /return\{(dateTime:\{\},number:\{\}),message:\{\},(relativeTime:\{\},pluralRules:\{\},list:\{\},displayNames:\{\})\}/;

module.exports = function oneOfEachFormat(source) {
  if (!CACHE.test(source)) throw new Error("use-intl keeps its formats in another way.");
  const [, first, others] = CACHE.exec(source);
  return `const formats={${first},${others}};${source.replace(CACHE, "return{...formats,message:{}}")}`;
};
