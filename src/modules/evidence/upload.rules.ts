import { z } from 'zod';
import { DAY } from '../../platform/clock.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, type ErrorDetail } from '../../platform/errors.js';
import type { UploadField, UploadFields } from '../../feature/rest-row.js';

const CONTROLS_MAX = 100;
/** Tolerance for a collection time in the future, for other clocks and the far side of the date line. */
const AHEAD_MAX_MS = DAY;
/** Earliest accepted collection time; an older one is an error. */
const EARLIEST = Date.UTC(1970, 0, 1);

/** Parts of an upload beside the file. Source: schema/contract/evidence.md, "Evidence". */
export const UPLOAD_FIELDS = {
  control_id: { max: CONTROLS_MAX, isId: true },
  version_of: { isId: true },
  title: { schema: { maxLength: 200 } },
  description: { schema: { maxLength: 5_000 } },
  collected_at: { schema: { format: 'date-time' } },
  expires_at: { schema: { format: 'date-time' } },
} as const satisfies Record<string, UploadField>;

/** The client's description of a file. */
export interface Described {
  /** In the given order, each once, in lower case. */
  controlIds: string[];
  /** Id of a version of the document that it is the newest version of; null for a document of its own. */
  versionOf: string | null;
  title: string | null;
  description: string | null;
  collectedAt: Date;
  expiresAt: Date | null;
}

const Title = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters');
const Description = z
  .string()
  .trim()
  .max(5_000)
  .regex(/^(\P{Cc}|[\n\r\t])*$/u, 'must have no control characters');
const Id = z.string().trim().toLowerCase().refine(isUuid, 'is not a UUID');
const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be a date or a time (RFC 3339)');

/**
 * Parses the parts beside the file. An empty part counts as omitted, as forms send them.
 * @param now the default of `collected_at`
 * @throws {AppError} VALIDATION_FAILED naming every invalid part
 */
export function readDescription(fields: UploadFields, now: Date): Described {
  const problems: ErrorDetail[] = [];
  const given = (name: keyof typeof UPLOAD_FIELDS) => (fields.get(name) ?? []).filter((value) => value.trim() !== '');
  const one = (name: keyof typeof UPLOAD_FIELDS, rule: z.ZodType<string>): string | null => {
    const [value] = given(name);
    if (value === undefined) return null;
    const parsed = rule.safeParse(value);
    if (!parsed.success) problems.push({ field: `/${name}`, message: parsed.error.issues[0]?.message ?? '' });
    return parsed.data ?? null;
  };
  const controlIds = given('control_id').map((id) => id.trim().toLowerCase());
  if (!controlIds.every(isUuid)) problems.push({ field: '/control_id', message: 'is not a UUID' });
  const versionOf = one('version_of', Id);
  const title = one('title', Title);
  const description = one('description', Description);
  const collected = one('collected_at', Time);
  const expires = one('expires_at', Time);
  const collectedAt = collected === null ? now : new Date(collected);
  const expiresAt = expires === null ? null : new Date(expires);
  if (collectedAt.getTime() > now.getTime() + AHEAD_MAX_MS || collectedAt.getTime() < EARLIEST) {
    problems.push({ field: '/collected_at', message: 'must lie between 1970 and now' });
  }
  if (expiresAt && expiresAt <= collectedAt) {
    problems.push({ field: '/expires_at', message: 'must be later than collected_at' });
  }
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details: problems });
  return { controlIds: [...new Set(controlIds)], versionOf, title, description, collectedAt, expiresAt };
}
