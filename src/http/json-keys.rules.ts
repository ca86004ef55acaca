/** Texts, brackets and commas of JSON; what stands between them does not matter here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** An object or array that is open at a place of the text. */
interface Level {
  /** Members so far; null for an array. */
  names: Set<string> | null;
  /** Name or index of the value that follows. */
  step: string | number;
}

/**
 * JSON pointer (RFC 6901) of the first member that an object of `text` has twice; null where each is there once. `JSON.parse` takes the
 * last of them, a proxy or log in front perhaps the first: what one has checked the other would not do. RFC 8259, section 4, leaves
 * it open. By hand, because parsers with such a check recurse and end at some thousand levels.
 * @param text valid JSON
 */
export function duplicateKey(text: string): string | null {
  const levels: Level[] = [];
  let lastText = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), step: '' });
    else if (token === '[') levels.push({ names: null, step: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.step === 'number') level.step += 1;
    else if (token === ':' && level) {
      level.step = JSON.parse(lastText) as string;
      if (level.names?.has(level.step)) return pointerOf(levels);
      level.names?.add(level.step);
    } else lastText = token;
  }
  return null;
}

function pointerOf(levels: readonly Level[]): string {
  return levels.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
