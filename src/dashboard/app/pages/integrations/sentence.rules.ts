const PLACE = /\{(\d)\}/g;

/** Sentences of the service and their translations. `{0}`, `{1}` … stand for what differs, in this order in the sentence of the service. */
export type Sentences = Readonly<Record<string, string>>;

/**
 * A sentence of the service in the language of the page, with the translation of its parts; as it is where the page has none. What the
 * service composes of a part that is no name, such as a reason, is looked up itself.
 */
export function translated(sentence: string, sentences: Sentences): string {
  const exact = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  if (exact !== undefined) return exact;
  for (const [pattern, translation] of Object.entries(sentences)) {
    const values = valuesIn(sentence, partsOf(pattern));
    if (values === null) continue;
    return translation.replaceAll(PLACE, (_, index: string) => translated(values[Number(index)] ?? '', sentences));
  }
  return sentence;
}

const partsOf = (pattern: string) => pattern.split(/\{\d\}/);

/** What stands between the fixed parts of a sentence, each as short as possible; null where they are not all there, in this order. */
function valuesIn(sentence: string, fixed: readonly string[]): string[] | null {
  const [first = '', ...others] = fixed;
  const last = others.pop();
  if (last === undefined || !sentence.startsWith(first)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const part of others) {
    const to = sentence.indexOf(part, from + 1);
    if (to < 0) return null;
    values.push(sentence.slice(from, to));
    from = to + part.length;
  }
  const end = sentence.length - last.length;
  return end > from && sentence.endsWith(last) ? [...values, sentence.slice(from, end)] : null;
}
