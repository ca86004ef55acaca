import { AppError } from '../../platform/errors.js';
import { redact } from '../redact.js';

/** The 400 of a report that cannot be read. `message` names the place; what it quotes of the report is redacted. */
export function unreadable(message: string): AppError {
  return AppError.invalid('/file', redact(message, 500));
}

/** The 400 of a file that is no report of a kind we read. */
export function unrecognised(found: string): AppError {
  return unreadable(
    `the format was not recognised: ${found}; accepted are Prowler OCSF, OCSF Compliance Finding, ASFF, XCCDF or ARF, SARIF 2.1 and OSCAL assessment results (JSON)`,
  );
}

/** `8 MiB`, `4 GiB`: how limits are said in messages. */
export function sizeText(bytes: number): string {
  const GIB = 2 ** 30;
  const MIB = 2 ** 20;
  if (bytes >= GIB && bytes % GIB === 0) return `${bytes / GIB} GiB`;
  return bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${bytes} bytes`;
}
