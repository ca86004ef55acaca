import type { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { findControl } from '../catalogue/visibility.js';
import { readException } from '../exceptions/exception.read.js';
import { checksOfTenant } from '../findings/check-list.js';
import { readFinding } from '../findings/finding.read.js';
import { numbersOf, type Numbers } from '../findings/numbered-id.rules.js';

/** What a work item is about, as a client names it: exactly one is given. */
export interface NamedSubject {
  checkId?: string | null;
  controlId?: string | null;
  exceptionId?: string | null;
  findingId?: string | null;
}

/** What a work item is about, as it is stored: one of them is not null. */
export interface WorkItemSubject {
  checkId: string | null;
  controlNo: number | null;
  exceptionId: string | null;
  finding: Numbers | null;
}

const NOTHING: WorkItemSubject = { checkId: null, controlNo: null, exceptionId: null, finding: null };

/**
 * The thing that a client names.
 * @throws {AppError} VALIDATION_FAILED unless exactly one is named; NOT_FOUND where the tenant does not have it
 */
export async function findSubject(ctx: RequestContext, named: NamedSubject): Promise<WorkItemSubject> {
  const { checkId = null, controlId = null, exceptionId = null, findingId = null } = named;
  if ([checkId, controlId, exceptionId, findingId].filter((id) => id !== null).length !== 1) {
    throw AppError.invalid('', 'must have exactly one of check_id, control_id, exception_id and finding_id');
  }
  if (checkId !== null) return { ...NOTHING, checkId: await findCheckId(ctx, checkId) };
  if (controlId !== null) return { ...NOTHING, controlNo: findControlNo(ctx, controlId, '/control_id') };
  if (findingId !== null) return { ...NOTHING, finding: await findFinding(ctx, findingId, '/finding_id') };
  return { ...NOTHING, exceptionId: await findExceptionId(ctx, exceptionId ?? '', '/exception_id') };
}

/** The exception's id. @throws {AppError} VALIDATION_FAILED naming `field`; NOT_FOUND */
export async function findExceptionId(ctx: RequestContext, id: string, field: string): Promise<string> {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  if (!(await readException(ctx, id))) throw notFound();
  return id;
}

/** The check's id. @throws {AppError} NOT_FOUND */
export async function findCheckId(ctx: RequestContext, id: string): Promise<string> {
  if (!(await ctx.once(checksOfTenant)).has(id)) throw notFound();
  return id;
}

/** @throws {AppError} VALIDATION_FAILED naming `field`; NOT_FOUND */
export function findControlNo(ctx: RequestContext, id: string, field: string): number {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  return findControl(ctx, id).no;
}

/** @throws {AppError} VALIDATION_FAILED naming `field`; NOT_FOUND */
export async function findFinding(ctx: RequestContext, id: string, field: string): Promise<Numbers> {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  const numbers = numbersOf(ctx.viewer.tenantId, 'finding', id);
  if (!numbers || !(await readFinding(ctx, numbers))) throw notFound();
  return numbers;
}
