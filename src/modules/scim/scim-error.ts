import { AppError, type ErrorCode } from '../../platform/errors.js';

/** Detail words of an error. Source: RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An error of SCIM, with the word by which directories distinguish errors of one status. */
export class ScimError extends AppError {
  constructor(
    code: ErrorCode,
    readonly scimType: ScimType,
    message: string,
  ) {
    super(code, message);
  }

  static of(scimType: ScimType, message: string): ScimError {
    return new ScimError('VALIDATION_FAILED', scimType, message);
  }
}

/** Body of an error. Source: RFC 7644, section 3.12. */
export function scimErrorBody(error: AppError): Record<string, unknown> {
  const details = error.details.map(({ field, message }) => `${field.slice(1)} ${message}`.trim());
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.status),
    ...(scimTypeOf(error) === null ? {} : { scimType: scimTypeOf(error) }),
    detail: details.length > 0 ? details.join('; ') : error.message,
  };
}

function scimTypeOf(error: AppError): ScimType | null {
  if (error instanceof ScimError) return error.scimType;
  return error.code === 'VALIDATION_FAILED' ? 'invalidValue' : null;
}
