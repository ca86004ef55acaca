/** A password in an address; `…` stands for one. */
const ADDRESS = /:\/\/[^\s/'"]*:([^\s/'"@]+)@/g;
/** A value after the name of a secret: in YAML, JSON or a file of settings. A command in its place stands for one. */
const VALUE = /\b(?:SECRET_KEY|\w*(?:PASSWORD|TOKEN|SECRET|ACCESS_KEY)\w*)"?\s*[:=]\s*["']?[\w+/=-]{8,}/g;
/** Contents of a Secret, and keys in PEM. */
const KIND = /^kind: Secret$|BEGIN [A-Z ]*PRIVATE KEY/gm;

/** Places of a text that look like the value of a secret. */
export function secretsIn(text: string): string[] {
  const addresses = [...text.matchAll(ADDRESS)].filter(([, password]) => password !== '…');
  return [...addresses, ...text.matchAll(VALUE), ...text.matchAll(KIND)].map(([place]) => place);
}
