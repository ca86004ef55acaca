/** A field of a form for the settings of an integration. */
export interface SettingField {
  name: string;
  /** `access_key_id` → `Access key ID`. */
  label: string;
  description: string;
  /** `lines` is a list, one item in a line; `file` is a text of many lines, as a file has it. */
  kind: 'text' | 'number' | 'choice' | 'flag' | 'lines' | 'file';
  isSecret: boolean;
  isRequired: boolean;
  /** Of a choice. */
  options: readonly string[];
  /** As a form has it. */
  initial: FieldValue;
}

export type FieldValue = string | boolean;
export type FormValues = Readonly<Record<string, FieldValue>>;

/**
 * The fields that a JSON Schema of settings asks for, in its order, required ones first.
 * @param schema of a flat object of texts, numbers, booleans, enumerations and lists of texts
 */
export function fieldsOf(schema: unknown): SettingField[] {
  const required = at(schema, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const fields = Object.entries(record(at(schema, 'properties'))).map(([name, property]): SettingField => {
    const kind = kindOf(property);
    return {
      name,
      label: labelOf(name),
      description: text(at(property, 'description')),
      kind,
      isSecret: at(property, 'writeOnly') === true,
      isRequired: isRequired(name),
      options: texts(at(property, 'enum')),
      initial: shownAs(kind, at(property, 'default')),
    };
  });
  return [...fields.filter((field) => field.isRequired), ...fields.filter((field) => !field.isRequired)];
}

/** What a form shows of settings: their defaults, and what is set. Secrets are never told, and are empty. */
export function valuesOf(fields: readonly SettingField[], config: unknown = {}): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind, initial }) => {
      const value = at(config, name);
      return [name, value === undefined || value === null ? initial : shownAs(kind, value)];
    }),
  );
}

/** What to send for a new integration: what is empty is left out. */
export function configOf(fields: readonly SettingField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = sentAs(field, values[field.name]);
      return value === null ? [] : [[field.name, value]];
    }),
  );
}

/**
 * What to send for an integration that is there: what differs. An emptied field is taken away; an empty secret stays as it is
 * kept.
 * @param removed names of the secrets to take away
 */
export function changesOf(
  fields: readonly SettingField[],
  { before, after, removed }: { before: FormValues; after: FormValues; removed: readonly string[] },
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const { name, isSecret } = field;
      if (removed.includes(name)) return [[name, null]];
      const value = sentAs(field, after[name]);
      if (isSecret) return value === null ? [] : [[name, value]];
      return before[name] === after[name] ? [] : [[name, value]];
    }),
  );
}

/** A kept setting for reading: lists with commas, nothing as null. */
export function readable(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function kindOf(property: unknown): SettingField['kind'] {
  if (Array.isArray(at(property, 'enum'))) return 'choice';
  if (typeof at(property, 'contentMediaType') === 'string') return 'file';
  switch (at(property, 'type')) {
    case 'boolean':
      return 'flag';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return 'lines';
    default:
      return 'text';
  }
}

function shownAs(kind: SettingField['kind'], value: unknown): FieldValue {
  if (kind === 'flag') return value === true;
  if (Array.isArray(value)) return value.map(String).join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Null for what is empty. A number that is none is sent as it was typed: the service says what is wrong with it. */
function sentAs({ kind }: SettingField, value: FieldValue | undefined): unknown {
  if (typeof value === 'boolean') return value;
  const trimmed = value?.trim() ?? '';
  if (trimmed === '') return null;
  if (kind === 'number') return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
  if (kind !== 'lines') return trimmed;
  return trimmed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const CAPITALS: Readonly<Record<string, string>> = { id: 'ID', url: 'URL', arn: 'ARN', api: 'API', ca: 'CA' };

function labelOf(name: string): string {
  const words = name.split('_').map((word) => CAPITALS[word] ?? word);
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
