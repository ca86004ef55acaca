/** A field of a form for the settings of an integration. */
export interface SettingField {
  name: string;
  /** In the language of the page where it has one; else of the name: `access_key_id` → `Access key ID`. */
  label: string;
  description: string;
  /** `lines`: a list, one item per line; `file`: a text of many lines. */
  kind: 'text' | 'number' | 'choice' | 'flag' | 'lines' | 'file';
  isSecret: boolean;
  isRequired: boolean;
  /** Whether few need it, so that a form folds it away. */
  isAdvanced: boolean;
  /** Whether it only selects what is read: every other one may decide where credentials are sent. */
  keepsCredentials: boolean;
  /** A value as it may be entered; empty for none. */
  example: string;
  /** Options of a select. */
  options: readonly { value: string; label: string }[];
  /** Initial value in the form. */
  initial: FieldValue;
}

export type FieldValue = string | boolean;
export type FormValues = Readonly<Record<string, FieldValue>>;

/**
 * Form fields for a JSON Schema of settings, in its order: required ones first, then those for which the service gives a value that
 * was entered elsewhere a step before.
 * @param schema of a flat object of texts, numbers, booleans, enumerations and lists of texts
 */
export function fieldsOf(schema: unknown): SettingField[] {
  const required = at(schema, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const properties = Object.entries(record(at(schema, 'properties')));
  const fields = properties.filter(([, each]) => at(each, 'readOnly') !== true).map(fieldOf);
  const granted = texts(properties.flatMap(([, each]) => at(each, 'issuedWith') ?? []));
  const rankOf = ({ name, isRequired }: SettingField) => (isRequired ? 0 : granted.includes(name) ? 1 : 2);
  return fields.sort((a, b) => rankOf(a) - rankOf(b));

  function fieldOf([name, property]: [string, unknown]): SettingField {
    const kind = kindOf(property);
    return {
      name,
      label: labelOf(name, property),
      description: text(at(property, 'description')),
      kind,
      isSecret: at(property, 'writeOnly') === true,
      isRequired: isRequired(name),
      isAdvanced: at(property, 'advanced') === true,
      keepsCredentials: at(property, 'keepsCredentials') === true,
      example: texts(at(property, 'examples'))[0] ?? '',
      options: texts(at(property, 'enum')).map((value) => ({
        value,
        label: text(at(at(property, 'choices'), value)) || value,
      })),
      initial: shownAs(kind, at(property, 'default')),
    };
  }
}

/** A setting whose value the service gives. */
export interface IssuedSetting {
  name: string;
  label: string;
  description: string;
  value: string;
}

/** Settings that the service gives, for people to enter elsewhere. */
export function issuedOf(schema: unknown): IssuedSetting[] {
  return Object.entries(record(at(schema, 'properties'))).flatMap(([name, property]) => {
    if (at(property, 'readOnly') !== true) return [];
    return [
      {
        name,
        label: labelOf(name, property),
        description: text(at(property, 'description')),
        value: text(at(property, 'const')),
      },
    ];
  });
}

/** Initial values of a form: stored settings, else defaults. Secrets are never returned, and empty here. */
export function valuesOf(fields: readonly SettingField[], config: unknown = {}): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind, initial }) => {
      const value = at(config, name);
      return [name, value === undefined || value === null ? initial : shownAs(kind, value)];
    }),
  );
}

/** Settings to send for a new integration, without empty values. */
export function configOf(fields: readonly SettingField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = sentAs(field, values[field.name]);
      return value === null ? [] : [[field.name, value]];
    }),
  );
}

/**
 * Settings to send for an existing integration: those that differ. An emptied field is sent as null; an empty secret is
 * not sent and stays.
 * @param removed names of the secrets to remove
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

/** A stored setting as text: lists separated by commas, null as an empty text. */
export function readable(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value of a field as its form shows it; null for an empty one. */
export function shownIn({ options = [] }: Partial<Pick<SettingField, 'options'>>, value: unknown): string | null {
  return options.find((each) => each.value === value)?.label ?? readable(value);
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

/** Value to send; null for an empty one. An invalid number is sent as text, and refused by the service. */
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

function labelOf(name: string, property: unknown): string {
  const title = text(at(property, 'title'));
  if (title !== '') return title;
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
