import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { exceptionsById, type ExceptionRow } from '../exceptions/exception.sql.js';
import { findingRuns, type FindingRun } from './finding-history.sql.js';
import { acceptingExceptions, findingsByNumbers, firstFindings, type FindingRow } from './finding-row.sql.js';
import { withRules, type StoredFinding } from './finding.read.js';
import type { Numbers } from './numbered-id.rules.js';
import {
  lastSeen,
  resourcesByNumbers,
  resourcesOfExceptions,
  resourceVerdicts,
  type ResourceRow,
} from './resource.sql.js';

/** Findings that a resource lists; `findings` has all of them. */
const FINDINGS_OF_RESOURCE_MAX = 100;

/** For `ctx.once`: the exception in force that accepts each failing finding, in two statements for all of a batch. */
export function exceptionOfFindingLoader({ em, viewer }: RequestContext): DataLoader<FindingRow, ExceptionRow | null> {
  const { tenantId } = viewer;
  return new DataLoader(async (findings) => {
    const failing = findings.filter(({ status }) => status === 'fail');
    const found = await acceptingExceptions.all(em, {
      tenantId,
      resourceNos: failing.map(({ resourceNo }) => resourceNo),
      checkNos: failing.map(({ checkNo }) => checkNo),
    });
    const ids = [...new Set(found.map(({ exceptionId }) => exceptionId))];
    const rows = ids.length === 0 ? [] : await exceptionsById.all(em, { tenantId, ids });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byKey = new Map(found.map((each) => [keyOf(each), byId.get(each.exceptionId) ?? null]));
    return findings.map((finding) => (finding.status === 'fail' ? (byKey.get(keyOf(finding)) ?? null) : null));
  });
}

function keyOf({ resourceNo, checkNo }: { resourceNo: number; checkNo: number }): string {
  return `${resourceNo} ${checkNo}`;
}

/** For `ctx.once`: findings as they are now or were last; null where the tenant has none. */
export function findingLoader(ctx: RequestContext): DataLoader<Numbers, StoredFinding | null, string> {
  return new DataLoader(
    async (numbers) => {
      const found = await findingsByNumbers.all(ctx.em, { tenantId: ctx.viewer.tenantId, numbers });
      const byKey = new Map((await withRules(ctx, found)).map((finding) => [numbersKey(finding), finding]));
      return numbers.map((each) => byKey.get(numbersKey(each)) ?? null);
    },
    { cacheKeyFn: numbersKey },
  );
}

/** For `ctx.once`: the statuses that findings had one after the other, the newest first. */
export function findingRunsLoader({ em, viewer }: RequestContext): DataLoader<Numbers, FindingRun[], string> {
  return new DataLoader(
    async (numbers) => {
      const found = await findingRuns.all(em, { tenantId: viewer.tenantId, numbers });
      const byKey = Map.groupBy(found, numbersKey);
      return numbers.map((each) => byKey.get(numbersKey(each)) ?? []);
    },
    { cacheKeyFn: numbersKey },
  );
}

function numbersKey({ resourceNo, checkNo, copyNo }: Numbers): string {
  return `${resourceNo} ${checkNo} ${copyNo}`;
}

/** For `ctx.once`: resources by their numbers. */
export function resourceLoader({ em, viewer }: RequestContext): DataLoader<number, ResourceRow | null> {
  return byNumber((nos) => resourcesByNumbers.all(em, { tenantId: viewer.tenantId, nos }));
}

/** For `ctx.once`: the resource that an exception names, of several integrations the one seen first; null for a pattern. */
export function resourceOfExceptionLoader({ em, viewer }: RequestContext): DataLoader<string, ResourceRow | null> {
  return new DataLoader(async (ids) => {
    const found = await resourcesOfExceptions.all(em, { tenantId: viewer.tenantId, ids });
    const byException = new Map(found.map((row) => [row.exceptionId, row]));
    return ids.map((id) => byException.get(id) ?? null);
  });
}

/** For `ctx.once`: when resources were seen last. */
export function lastSeenLoader({ em, viewer }: RequestContext) {
  return byNumber((nos) => lastSeen.all(em, { tenantId: viewer.tenantId, nos }));
}

/** For `ctx.once`: what current findings say of resources; null where there is none, and where the integration is disconnected. */
export function verdictsLoader({ em, viewer }: RequestContext) {
  return byNumber((nos) => resourceVerdicts.all(em, { tenantId: viewer.tenantId, nos }));
}

/** For `ctx.once`: the first current findings of resources, the worst first. */
export function findingsOfResourceLoader(ctx: RequestContext): DataLoader<number, StoredFinding[]> {
  const { tenantId } = ctx.viewer;
  return new DataLoader(async (nos) => {
    const found = await firstFindings.all(ctx.em, { tenantId, nos, first: FINDINGS_OF_RESOURCE_MAX });
    const byResource = Map.groupBy(await withRules(ctx, found), ({ resourceNo }) => resourceNo);
    return nos.map((no) => byResource.get(no) ?? []);
  });
}

function byNumber<Row extends { resourceNo: number }>(read: (nos: readonly number[]) => Promise<Row[]>) {
  return new DataLoader<number, Row | null>(async (nos) => {
    const byNo = new Map((await read(nos)).map((row) => [row.resourceNo, row]));
    return nos.map((no) => byNo.get(no) ?? null);
  });
}
