/** Limit of alternatives, which a pattern of 1,024 characters (the limit of AWS) exceeds only on purpose. */
const ALTERNATIVES_MAX = 256;

const TOKEN = /\s*(?:(&&|\|\||[(){}])|(!=|<=|>=|=|<|>)|"((?:[^"\\]|\\.)*)"|((?:(?!&&|\|\||!=|<=|>=)[^\s(){}=<>"])+))/y;

interface Token {
  kind: 'sign' | 'comparator' | 'text';
  text: string;
}

/**
 * Alternatives that a JSON filter pattern of CloudWatch Logs matches: an event has to meet every condition of one of
 * them. Conditions are normalized, `$.eventName = ConsoleLogin`, `$.a NOT EXISTS`, `$.b IS TRUE`, in the order of the
 * pattern, each once. Empty for a text that is not a JSON pattern, or has more than 256 alternatives.
 */
export function alternativesOf(pattern: string): string[][] {
  const tokens = tokensOf(pattern);
  if (tokens?.at(0)?.text !== '{' || tokens.at(-1)?.text !== '}') return [];
  const parser = new PatternParser(tokens.slice(1, -1));
  return parser.whole() ?? [];
}

function tokensOf(pattern: string): Token[] | null {
  const tokens: Token[] = [];
  const text = pattern.trim();
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return null;
    at = TOKEN.lastIndex;
    const [, sign, comparator, quoted, bare] = match;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (comparator !== undefined) tokens.push({ kind: 'comparator', text: comparator });
    else tokens.push({ kind: 'text', text: quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '' });
  }
  return tokens;
}

/** Recursive-descent parser, in which `&&` binds closer than `||`. Every method returns null for a pattern that is invalid or too large. */
class PatternParser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): string[][] | null {
    const alternatives = this.anyOf();
    return this.at === this.tokens.length ? alternatives : null;
  }

  private anyOf(): string[][] | null {
    let alternatives = this.allOf();
    while (alternatives && this.skips('||')) {
      const more = this.allOf();
      alternatives = more && bounded([...alternatives, ...more]);
    }
    return alternatives;
  }

  private allOf(): string[][] | null {
    let alternatives = this.one();
    while (alternatives && this.skips('&&')) {
      const more = this.one();
      const known = alternatives;
      if (!more || known.length * more.length > ALTERNATIVES_MAX) return null;
      alternatives = known.flatMap((left) => more.map((right) => [...new Set([...left, ...right])]));
    }
    return alternatives;
  }

  private one(): string[][] | null {
    if (this.skips('(')) {
      const inner = this.anyOf();
      return this.skips(')') ? inner : null;
    }
    const condition = this.condition();
    return condition === null ? null : [[condition]];
  }

  private condition(): string | null {
    const selector = this.text();
    if (!selector?.startsWith('$')) return null;
    const next = this.tokens[this.at];
    if (next?.kind === 'comparator') {
      this.at += 1;
      const value = this.text();
      return value === null ? null : `${selector} ${next.text} ${value}`;
    }
    const words = `${this.text() ?? ''} ${this.text() ?? ''}`.toUpperCase();
    return /^(NOT EXISTS|IS (NULL|TRUE|FALSE))$/.test(words) ? `${selector} ${words}` : null;
  }

  private text(): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== 'text') return null;
    this.at += 1;
    return token.text;
  }

  private skips(sign: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.at += 1;
    return true;
  }
}

function bounded(alternatives: string[][]): string[][] | null {
  return alternatives.length > ALTERNATIVES_MAX ? null : alternatives;
}
