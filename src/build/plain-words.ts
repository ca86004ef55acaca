import ts from 'typescript';

/**
 * Words that no file name, comment, test title, declared name or published text has, each with the words to use instead. Listed in
 * CONTRIBUTING.md.
 * `isField`: a declared name may have it, because a field of the interface does.
 */
const REPLACEMENTS: readonly { banned: RegExp; instead: string; isField?: true }[] = [
  { banned: /^(un)?told$|^tell(s|ing)?$/, instead: 'notified (people), reported or stated (facts), distinguished' },
  { banned: /^anew$/, instead: 'again, from the start or newly computed' },
  { banned: /^kept$/, instead: 'cached, stored or retained', isField: true },
  { banned: /^tall(y|ies)$/, instead: 'counts' },
  { banned: /^doors?$/, instead: 'transport' },
];

/** Members of objects whose texts are published: in the schema, the REST document or the command line. */
const PUBLISHED: ReadonlySet<string> = new Set(['description', 'summary', 'help']);

/** Start of a test: its title is the first argument. */
const TESTS: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

/** A banned word in a text, with its position. */
interface Found {
  word: string;
  at: number;
  instead: string;
}

/** Banned words in the name of a file, one line each. */
export function bannedWordsOfName(file: string): string[] {
  const name = file.split('/').at(-1) ?? '';
  return bannedWordsIn(name).map(({ word, instead }) => `${file}: "${word}" in the name: use ${instead}`);
}

/** Banned words in a page of Markdown, a YAML or a JSON file, one line each. What is between backticks is code. */
export function bannedWordsOfProse(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = line.replaceAll(/`[^`]*`/g, (code) => '_'.repeat(code.length));
    return bannedWordsIn(prose).map(({ word, instead }) => `${file}:${index + 1}: "${word}": use ${instead}`);
  });
}

/** Banned words in the comments, test titles, declared names and published texts of a source file, one line each. */
export function bannedWordsOfText(file: string, text: string): string[] {
  // Parsing takes most of the time, and few files have such a word anywhere.
  if (bannedWordsIn(text).length + bannedPartsIn(text).length === 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const { literals, texts, names } = spansOf(source);
  const inSpans = (spans: readonly Span[], banned: (part: string) => Found[]) =>
    spans.flatMap(({ start, end }) => banned(text.slice(start, end)).map((each) => ({ ...each, at: start + each.at })));
  const found = [
    ...inSpans([...commentsOf(text, literals), ...texts], bannedWordsIn),
    ...inSpans(names, bannedPartsIn),
  ];
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ word, at, instead }) => {
      const { line } = source.getLineAndCharacterOfPosition(at);
      return `${file}:${line + 1}: "${word}": use ${instead}`;
    });
}

function bannedWordsIn(text: string): Found[] {
  // An identifier such as `kept_until` is one word, and may be the name of a field.
  return [...text.matchAll(/\w+/g)].flatMap(({ 0: word, index: at }) => {
    const rule = REPLACEMENTS.find(({ banned }) => banned.test(word.toLowerCase()));
    return rule ? [{ word, at, instead: rule.instead }] : [];
  });
}

/** Banned words among the parts of names in camel case. */
function bannedPartsIn(text: string): Found[] {
  return [...text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].flatMap(({ 0: word, index: at }) => {
    const rule = REPLACEMENTS.find(({ banned, isField }) => !isField && banned.test(word.toLowerCase()));
    return rule ? [{ word, at, instead: rule.instead }] : [];
  });
}

interface Span {
  start: number;
  end: number;
}

/** Where a source file has literals, in which nothing is a comment, titles of tests and published texts, and names that it declares. */
function spansOf(source: ts.SourceFile): { literals: Span[]; texts: Span[]; names: Span[] } {
  const [literals, texts, names]: [Span[], Span[], Span[]] = [[], [], []];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      literals.push({ start: node.getStart(source), end: node.end });
    }
    if (ts.isIdentifier(node) && 'name' in node.parent && node.parent.name === node && !isAccess(node.parent)) {
      names.push({ start: node.getStart(source), end: node.end });
    }
    const title = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
      texts.push({ start: title.getStart(source), end: title.end });
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && PUBLISHED.has(node.name.text)) {
      texts.push(...textsIn(node.initializer, source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, texts, names };
}

/** The texts of an expression: of a template what is around its values. */
function textsIn(node: ts.Node, source: ts.SourceFile): Span[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
    return [{ start: node.getStart(source), end: node.end }];
  }
  const texts: Span[] = [];
  ts.forEachChild(node, (child) => void texts.push(...textsIn(child, source)));
  return texts;
}

/** Whether a node has a name that something else declares. */
function isAccess(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) || ts.isImportSpecifier(node) || ts.isJsxAttribute(node);
}

/** Whether `it`, `it.skip`, `it.each(table)` and the like are called. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TESTS.has(callee.text);
  if (ts.isTaggedTemplateExpression(callee)) return isTest(callee.tag);
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}

function commentsOf(text: string, literals: readonly Span[]): Span[] {
  let code = '';
  for (const { start, end } of literals) code += text.slice(code.length, start) + '_'.repeat(end - start);
  code += text.slice(code.length);
  return [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ 0: comment, index: start }) => ({
    start,
    end: start + comment.length,
  }));
}
