import { AppError } from '../../platform/errors.js';
import { redact } from '../redact.js';

/** VALIDATION_FAILED for a report that cannot be read. `message` names the place; quotes of the report are redacted. */
export function unreadable(message: string): AppError {
  return AppError.invalid('/file', redact(message, 500));
}

/** VALIDATION_FAILED for a file of an unknown format. */
export function unrecognized(found: string): AppError {
  return unreadable(
    `the format was not recognized: ${found}; accepted are Prowler OCSF, OCSF Compliance Finding, ASFF, XCCDF or ARF, SARIF 2.1 and OSCAL assessment results (JSON)`,
  );
}

/** A size limit in messages: `8 MiB`, `4 GiB`. */
export function sizeText(bytes: number): string {
  const GIB = 2 ** 30;
  const MIB = 2 ** 20;
  if (bytes >= GIB && bytes % GIB === 0) return `${bytes / GIB} GiB`;
  return bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${bytes} bytes`;
}
