/** For `Trans`: values are text, whatever signs of markup they have. */
export const VALUES_ARE_TEXT = { shouldUnescape: true, tOptions: { interpolation: { escapeValue: true } } };
