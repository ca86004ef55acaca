import { z } from 'zod';
import { AppError } from '../platform/errors.js';

/** The settings of a kind of integration: one flat object. What `secret` made is kept sealed and never shown. */
export type Settings = z.ZodObject;

/** What a setting that is a file's content is: a form offers lines for it, and to read the file. */
export type FileType = 'application/json' | 'application/x-pem-file' | 'application/yaml';

/**
 * A setting that holds a credential: text, never shown again.
 * @param contentMediaType where the text is a file's content
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

/** Kinds of integrations without settings. */
export const NO_SETTINGS: Settings = z.strictObject({});

/** Names of the settings that hold credentials. */
export function secretNames(settings: Settings): string[] {
  return Object.entries(settings.shape).flatMap(([name, shape]) => (isSecret(shape as z.ZodType) ? [name] : []));
}

/**
 * The settings as the connector reads them, defaults filled in.
 * @param given as a client sent them, with the secrets that are kept
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

/** The settings as JSON Schema (draft 2020-12), secrets marked `writeOnly`; for forms and clients. */
export function settingsSchema(settings: Settings): Record<string, unknown> {
  return z.toJSONSchema(settings, { io: 'input' });
}

/** Also where it is optional or has a default. */
function isSecret(shape: z.ZodType): boolean {
  if (shape.meta()?.writeOnly === true) return true;
  return shape instanceof z.ZodOptional || shape instanceof z.ZodDefault
    ? isSecret(shape.unwrap() as z.ZodType)
    : false;
}
