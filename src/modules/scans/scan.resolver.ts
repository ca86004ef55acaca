import { Arg, Args, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { ByObject } from '../../platform/by-object.js';
import { abortable } from '../../platform/pubsub/abortable.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { findActiveFramework } from '../catalogue/visibility.js';
import { readResults } from './result.read.js';
import { ScanResultConnection, ScanResultsArgs } from './result.type.js';
import { scanFeedOf } from './scan-feed.js';
import { findScan } from './scan-find.js';
import { readScans, type ScanRow } from './scan.read.js';
import type { ScanFilter } from './scan.sql.js';
import type { ScanService } from './scan.service.js';
import {
  CancelScanInput,
  ScanConnection,
  ScanPayload,
  ScanProgressEventType,
  ScansArgs,
  ScanType,
  TriggerScanInput,
} from './scan.type.js';

/** How many scans the first event of `scansChanged` shows. */
const SNAPSHOT_SCANS = 20;

@Resolver()
export class ScanResolver {
  constructor(private readonly scanJobs: ScanService) {}

  @Query(() => ScanType, { description: 'One scan job.' })
  async scan(
    @Arg('id', () => ID, { description: 'Id of the scan.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ScanType> {
    return findScan(ctx, id);
  }

  @Query(() => ScanConnection, { description: 'Scan jobs, newest first.' })
  async scans(@Args(() => ScansArgs) args: ScansArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    return ScanConnection.from(await readScans(ctx, filterOf(ctx, args), request), request);
  }

  @Query(() => ScanResultConnection, { description: 'Results of a scan, by framework and natural control id.' })
  async scanResults(@Args(() => ScanResultsArgs) args: ScanResultsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { scanId, status, statuses = null, severities = null, checked = null } = args;
    const frameworkId = activeFrameworkId(ctx, args.frameworkId);
    const frameworks = args.frameworks?.map((name) => findActiveFramework(ctx, name)) ?? null;
    await findScan(ctx, scanId);
    const filter = { scanId, statuses: anyOf(status, statuses), severities, checked, frameworkId, frameworks };
    return ScanResultConnection.from(await readResults(ctx, filter, request), request);
  }

  @Mutation(() => ScanPayload, { description: 'Queues a scan.' })
  async triggerScan(
    @Arg('input', () => TriggerScanInput) input: TriggerScanInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScanPayload> {
    const { integrationTypes, frameworkId } = input;
    const request = { integrationTypes, frameworkId: activeFrameworkId(ctx, frameworkId) };
    return { scan: await findScan(ctx, await this.scanJobs.trigger(ctx, request)) };
  }

  @Mutation(() => ScanPayload, { description: 'Ends a scan that has not ended; it is failed with code CANCELLED.' })
  async cancelScan(
    @Arg('input', () => CancelScanInput) { scanId }: CancelScanInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScanPayload> {
    if (!isUuid(scanId)) throw AppError.invalid('/scan_id', 'is not a UUID');
    await this.scanJobs.cancel(ctx, scanId);
    return { scan: await findScan(ctx, scanId) };
  }

  @Subscription(() => ScanProgressEventType, {
    description: 'A scan now, then each time it changes; ends when the scan does.',
    subscribe: watchScan,
  })
  scanProgress(
    @Arg('scanId', () => ID, { description: 'Id of the scan.' }) _scanId: string,
    @Root() scan: ScanRow,
  ): ScanProgressEventType {
    const {
      id: scanId,
      progressSequence: sequence,
      status,
      progress,
      totalControls,
      passedControls,
      failedControls,
      failureReason,
    } = scan;
    const { percent } = progress;
    const counts = { percent, totalControls, passedControls, failedControls, progress };
    return { scanId, sequence, status, ...counts, failureReason };
  }

  @Subscription(() => [ScanType], {
    description: 'The latest scans, newest first, then each scan that changes.',
    subscribe: watchScans,
  })
  scansChanged(@Root() scans: ScanRow[]): ScanType[] {
    return scans;
  }
}

/** @throws {AppError} VALIDATION_FAILED for a malformed id, NOT_FOUND for an unknown one, FRAMEWORK_NOT_ACTIVE */
function activeFrameworkId(ctx: RequestContext, id: string | null | undefined): string | null {
  if (id === null || id === undefined) return null;
  if (!isUuid(id)) throw AppError.invalid('/framework_id', 'is not a UUID');
  return findActiveFramework(ctx, id).id;
}

/** The values that a filter and its plural name together; null where neither is given. */
function anyOf<T>(one: T | undefined, several: readonly T[] | null): readonly T[] | null {
  return one === undefined ? several : [one, ...(several ?? [])];
}

/** Null where the arguments select nothing: pages of all scans cost less. */
function filterOf(ctx: RequestContext, args: ScansArgs): ScanFilter | null {
  const { statuses = null, triggers = null, from = null, to = null } = args;
  const frameworks = args.frameworks?.map((name) => findActiveFramework(ctx, name).slug) ?? null;
  const filter = { statuses, triggers, frameworks, from, to };
  return Object.values(filter).every((value) => value === null) ? null : filter;
}

interface Subscribing {
  args: { scanId: string };
  context: RequestContext;
}

async function watchScan({ args, context }: Subscribing): Promise<AsyncIterableIterator<ScanRow>> {
  const { id } = await findScan(context, args.scanId);
  return abortable((signal) => scanFeedOf(context).watchScan(context.viewer.tenantId, id, signal));
}

const lists = new ByObject<ScanRow[]>();

async function watchScans({ context }: Subscribing): Promise<AsyncIterableIterator<ScanRow[]>> {
  return abortable(async function* (signal) {
    const changes = scanFeedOf(context).watchScans(context.viewer.tenantId, signal);
    const next = changes.next();
    yield (await readScans(context, null, { first: SNAPSHOT_SCANS, after: null, offset: 0 })).rows;
    // One list for all subscribers: they share what is made of it.
    for (let change = await next; !change.done; change = await changes.next()) {
      const scan = change.value;
      yield lists.of(scan, '', () => [scan]);
    }
  });
}
