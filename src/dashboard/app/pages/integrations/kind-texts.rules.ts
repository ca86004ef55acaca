/** Texts of a kind of integration in a language of the page: what the service says of it in English. */
export interface KindTexts {
  title: string;
  description: string;
  /** By the name of the setting. */
  settings?: Readonly<Record<string, SettingTexts>>;
  /** Titles of the permission documents, by the English ones. */
  documents?: Readonly<Record<string, string>>;
  /** Lines of the permission documents that are prose, by the English ones. */
  lines?: Readonly<Record<string, string>>;
}

interface SettingTexts {
  label: string;
  description: string;
  /** Options of a select, by their values. */
  choices?: Readonly<Record<string, string>>;
}

interface PermissionDocument {
  title: string;
  text: string;
}

interface AnyKind {
  title: string;
  /** JSON Schema. */
  settings: unknown;
  description?: string;
  permissions?: readonly PermissionDocument[];
}

/**
 * A kind of integration with its texts in the language of the page, where the page has them. Settings have their label as `title` and the
 * names of their options as `choices`, which the schema of the service does not have.
 */
export function inWords<Kind extends AnyKind>(kind: Kind, texts: KindTexts | undefined): Kind {
  if (texts === undefined) return kind;
  const { title, description, settings = {}, documents = {}, lines = {} } = texts;
  return {
    ...kind,
    title,
    settings: schemaInWords(kind.settings, settings),
    ...(kind.description !== undefined && { description }),
    ...(kind.permissions && {
      permissions: kind.permissions.map((each) => ({
        ...each,
        title: documents[each.title] ?? each.title,
        text: each.text
          .split('\n')
          .map((line) => lines[line] ?? line)
          .join('\n'),
      })),
    }),
  };
}

function schemaInWords(schema: unknown, texts: Readonly<Record<string, SettingTexts>>): unknown {
  if (!isRecord(schema) || !isRecord(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]): [string, unknown] => {
    const known = texts[name];
    if (known === undefined || !isRecord(property)) return [name, property];
    const { label, description, choices } = known;
    return [name, { ...property, title: label, description, choices }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
