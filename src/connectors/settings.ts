import { z } from 'zod';
import { AppError } from '../platform/errors.js';

/** The settings of a kind of integration: one flat object. Values of `secret` are stored sealed and never shown. */
export type Settings = z.ZodObject;

/** Media type of a setting that holds the content of a file: a form offers a text area and a file picker. */
export type FileType = 'application/json' | 'application/x-pem-file' | 'application/yaml';

/**
 * Schema of a setting that holds a credential: text that is never shown again.
 * @param contentMediaType where the text is the content of a file
 */
export function secret(description: string, contentMediaType?: FileType): z.ZodString {
  const file = contentMediaType === undefined ? {} : { contentMediaType };
  // PEM keys and kubeconfigs are the longest.
  return z
    .string()
    .trim()
    .min(1)
    .max(64_000)
    .meta({ description, writeOnly: true, ...file });
}

/** Settings of a kind of integration that has none. */
export const NO_SETTINGS: Settings = z.strictObject({});

/**
 * Meta data of a setting that selects what is read, or says how it is evaluated. Every other setting may decide where the
 * credentials are sent, or as whom: whoever changes it has to give them again.
 */
export const KEEPS_CREDENTIALS = { keepsCredentials: true } as const;

/** Meta data of an optional setting that few need: a form folds it away. */
export const ADVANCED = { advanced: true } as const;

/**
 * Meta data of a setting whose value the service gives, one for each organization; a client cannot choose it.
 * @param others settings with each of which it is used
 */
export function issuedWith(...others: string[]): { readOnly: true; issuedWith: string[] } {
  return { readOnly: true, issuedWith: others };
}

/** Settings whose value the service gives, with the settings with which each is used. */
export function issuedSettings(settings: Settings): { name: string; others: string[] }[] {
  return Object.entries(settings.shape).flatMap(([name, shape]) => {
    const others = (shape as z.ZodType).meta()?.issuedWith;
    return Array.isArray(others) ? [{ name, others: others as string[] }] : [];
  });
}

/** Names of the settings that may decide where the credentials are sent, or as whom. */
export function addressNames(settings: Settings): string[] {
  return Object.entries(settings.shape).flatMap(([name, shape]) =>
    isSecret(shape as z.ZodType) || (shape as z.ZodType).meta()?.keepsCredentials === true ? [] : [name],
  );
}

/** Names of the settings that hold credentials. */
export function secretNames(settings: Settings): string[] {
  return Object.entries(settings.shape).flatMap(([name, shape]) => (isSecret(shape as z.ZodType) ? [name] : []));
}

/**
 * Validated settings with defaults filled in.
 * @param given as a client sent them, with the stored secrets
 * @throws {AppError} VALIDATION_FAILED naming every wrong field, never its value
 */
export function checkedSettings(settings: Settings, given: Record<string, unknown>): Record<string, unknown> {
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: `/config/${key}`, message: 'is not a setting of this type' }));
    }
    return [{ field: ['/config', ...issue.path].join('/'), message: issue.message }];
  });
  throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
}

/**
 * The settings as JSON Schema (draft 2020-12), secrets marked `writeOnly`; for forms and clients.
 * @param issued value of the settings that the service gives, as their `const`; without it they have none
 */
export function settingsSchema(settings: Settings, issued?: string): Record<string, unknown> {
  const { properties = {}, ...schema } = z.toJSONSchema(settings, { io: 'input' });
  if (issued === undefined) return { ...schema, properties };
  const given = issuedSettings(settings).map(({ name }) => [name, { ...(properties[name] as object), const: issued }]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(given) } };
}

/** Whether a setting is a secret, also an optional one or one with a default. */
function isSecret(shape: z.ZodType): boolean {
  if (shape.meta()?.writeOnly === true) return true;
  return shape instanceof z.ZodOptional || shape instanceof z.ZodDefault
    ? isSecret(shape.unwrap() as z.ZodType)
    : false;
}
