/** Shape of a property. Source: `ResourceType.properties` of the schema. */
export interface Shape {
  type: 'boolean' | 'number' | 'string' | 'list' | 'map' | 'object';
  nullable?: boolean;
  /** Elements of a list, values of a map. */
  of?: Shape;
  properties?: Shapes;
  description?: string;
}

export type Shapes = Readonly<Record<string, Shape>>;

/** What can stand at the caret. */
export interface Completion {
  /** Text that replaces the word before the caret. */
  label: string;
  /** `list of string`, or what a function gives. */
  type: string;
  description: string;
}

export interface Completions {
  /** Where the word begins that a completion replaces. */
  from: number;
  options: readonly Completion[];
}

const TEXT: Shape = { type: 'string' };
/** Names of every expression beside `resource`. */
const NAMES: Shapes = { id: TEXT, name: TEXT, region: TEXT, account: TEXT };

const FUNCTIONS = [
  { label: 'size(', type: 'number' },
  { label: 'has(', type: 'boolean' },
];
const TEXT_METHODS = ['startsWith(', 'endsWith(', 'contains(', 'matches('];
const LIST_METHODS = [
  { label: 'all(', type: 'boolean' },
  { label: 'exists(', type: 'boolean' },
  { label: 'filter(', type: 'list' },
  { label: 'map(', type: 'list' },
];
/** `resource.rules.exists(rule, …`: the name of an element, and what it is one of. */
const BINDING = /([A-Za-z_][\w.]*)\.(?:all|exists|exists_one|filter|map)\(\s*([A-Za-z_]\w*)\s*,/g;

/** What can stand at the caret of an expression over a resource with these properties. */
export function completionsAt(text: string, caret: number, properties: Shapes): Completions {
  const before = text.slice(0, caret);
  const path = /[A-Za-z_][\w.]*$/.exec(before)?.[0] ?? '';
  const names = path.split('.');
  const word = names.pop() ?? '';
  const from = caret - word.length;
  // After a call, of which nothing is known here, and within a text.
  const isUnknown = /[.)\]]$/.test(before.slice(0, caret - path.length)) || isInText(before);
  if (isUnknown || path === '') return { from, options: [] };
  const options = names.length === 0 ? rootsOf(before, properties) : membersOf(shapeOf(names, before, properties));
  const wanted = word.toLowerCase();
  return { from, options: options.filter(({ label }) => label.toLowerCase().startsWith(wanted) && label !== word) };
}

/** The same for a sentence, in which expressions stand in braces. */
export function completionsInSentence(text: string, caret: number, properties: Shapes): Completions {
  const open = text.lastIndexOf('{', caret - 1);
  if (open === -1 || text.slice(open, caret).includes('}')) return { from: caret, options: [] };
  const { from, options } = completionsAt(text.slice(open + 1), caret - open - 1, properties);
  return { from: from + open + 1, options };
}

/** Whether a text in quotes is open at the end. */
function isInText(before: string): boolean {
  const closed = before.replaceAll(/\\./g, '').replaceAll(/"[^"]*"|'[^']*'/g, '');
  return /["']/.test(closed);
}

function rootsOf(before: string, properties: Shapes): Completion[] {
  const bound = [...before.matchAll(BINDING)].map(([, , name = '']) => name);
  const elements = Object.fromEntries(
    bound.map((name) => [name, shapeOf([name], before, properties) ?? TEXT] as const),
  );
  const resource: Shape = { type: 'object', properties };
  return [
    ...optionsOf({ ...elements, resource, ...NAMES }),
    ...FUNCTIONS.map((each) => ({ ...each, description: '' })),
  ];
}

function membersOf(shape: Shape | null): Completion[] {
  if (shape?.type === 'object') return optionsOf(shape.properties ?? {});
  if (shape?.type === 'string') return TEXT_METHODS.map((label) => ({ label, type: 'boolean', description: '' }));
  if (shape?.type === 'list' || shape?.type === 'map')
    return LIST_METHODS.map((each) => ({ ...each, description: '' }));
  return [];
}

function optionsOf(shapes: Shapes): Completion[] {
  return Object.entries(shapes).map(([label, shape]) => ({
    label,
    type: typeOf(shape),
    description: shape.description ?? '',
  }));
}

/** Type of a property in words: `list of string, or null`. */
export function typeOf({ type, of, nullable }: Shape): string {
  const whole = of ? `${type} of ${typeOf(of)}` : type;
  return nullable === true ? `${whole}, or null` : whole;
}

/** Shape of what a path names; null where that is not known. */
function shapeOf(names: readonly string[], before: string, properties: Shapes): Shape | null {
  const [root = '', ...members] = names;
  return members.reduce<Shape | null>(
    (shape, name) => (shape?.type === 'map' ? (shape.of ?? null) : (shape?.properties?.[name] ?? null)),
    rootOf(root, before, properties),
  );
}

function rootOf(name: string, before: string, properties: Shapes): Shape | null {
  const binding = [...before.matchAll(BINDING)].findLast(([, , bound]) => bound === name);
  if (binding) {
    const [, source = ''] = binding;
    const whole = shapeOf(source.split('.'), before.slice(0, binding.index), properties);
    return whole?.type === 'map' ? TEXT : (whole?.of ?? null);
  }
  if (name === 'resource') return { type: 'object', properties };
  return NAMES[name] ?? null;
}
