/**
 * A loader for the part of React Aria that finds out the browser's language, which is asked for where no language was
 * named. Every page names its own, and asking loads the browser's whole table of languages while a page is taken over.
 */
module.exports = function onlyThePageLanguage() {
  return `
    const unnamed = { locale: "en", direction: "ltr" };
    export const getDefaultLocale = () => unnamed;
    export const useDefaultLocale = () => unnamed;
  `;
};
