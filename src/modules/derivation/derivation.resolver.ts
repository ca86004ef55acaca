import { Arg, Args, Ctx, FieldResolver, GraphQLISODateTime, Int, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, PageArgs, pageOf, pageRequest } from '../../platform/api/connection.js';
import { AppError } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { decidedCodes, elementCode } from '../catalogue/tested-elements.rules.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { exceptionLoader } from '../exceptions/exception.loader.js';
import { ledgerLoader } from '../posture/ledger.loader.js';
import { codedReason } from '../posture/status-reason.rules.js';
import { exclusionOf } from '../scope/framework-scope.js';
import { universalControlFactsLoader } from './derivation.loader.js';
import { currentChecksLoader, failingResourcesLoader, type FailingResource } from './check-details.loader.js';
import type { ResourcePlace } from './check-details.sql.js';
import { derivationOf, NOTHING_KNOWN, type DerivedMapping, type RanCheck } from './derivation.rules.js';
import {
  DerivationCheckType,
  DerivationMappingType,
  DerivationResourceConnection,
  DerivationResourceType,
  DerivationType,
  SupportingCheckType,
} from './derivation.type.js';
import { formerDerivation } from './former-derivation.js';

const RESOURCES_MAX = 100;

@Resolver(() => ControlType)
export class DerivationResolver {
  @FieldResolver(() => DerivationType, { description: 'Why it has its status, and what would show it in full.' })
  async derivation(
    @Root() control: Control,
    @Ctx() ctx: RequestContext,
    @Arg('asOf', () => GraphQLISODateTime, {
      nullable: true,
      description: 'Why it had its status then, by the ledger and what scans stored. Default: now.',
    })
    asOf?: Date | null,
  ): Promise<object> {
    const derivation = asOf ? await formerDerivation(ctx, control, asOf) : await this.derivationOfNow(control, ctx);
    return {
      scopeDecision: null,
      ...derivation,
      ...codedReason(derivation.reason),
      mappings: derivation.mappings.map((mapping) => mappingRoot(mapping, control, asOf ?? null)),
    };
  }

  private async derivationOfNow(control: Control, ctx: RequestContext) {
    const loader = ctx.once(universalControlFactsLoader);
    const nos = control.mappings.map(({ universalControl }) => universalControl.no);
    const [history, scopeDecision, facts] = await Promise.all([
      ctx.once(ledgerLoader).load(control.no),
      exclusionOf(ctx, control),
      Promise.all(nos.map(async (no) => [no, await loader.load(no)] as const)),
    ]);
    const byNo = new Map(facts);
    const derivation = derivationOf(control, {
      factsOf: (no) => byNo.get(no) ?? NOTHING_KNOWN,
      isInScope: scopeDecision === null,
    });
    const since = history.find(({ status, previousStatus }) => status !== previousStatus)?.changedAt ?? null;
    return { ...derivation, since, reason: history[0]?.reason ?? null, scopeDecision };
  }
}

/** A check in a derivation, with the moment that it is of; null is now. */
type CheckRoot = Pick<RanCheck, 'scanJobId' | 'checkNo' | 'resourcesFailed'> & { asOf: Date | null };
/** A mapping in the derivation of a control, likewise. */
type MappingRoot = DerivedMapping & { control: Control; asOf: Date | null };

function mappingRoot(mapping: DerivedMapping, control: Control, asOf: Date | null): MappingRoot {
  const elements = mapping.elements.map((element) => ({
    ...element,
    votes: element.votes.map((vote) => ({ ...vote, checks: vote.checks.map((check) => ({ ...check, asOf })) })),
  }));
  return { ...mapping, elements, control, asOf };
}

@Resolver(() => DerivationMappingType)
export class DerivationMappingResolver {
  @FieldResolver(() => [SupportingCheckType], {
    description:
      'Checks that ran last and support the universal control, without deciding an element that the control asks for: evidence that sets no status. Of a moment: those of the last scan of each integration before it.',
  })
  async supporting(
    @Root() { control, mapping, asOf }: MappingRoot,
    @Ctx() ctx: RequestContext,
  ): Promise<SupportingCheckType[]> {
    const ran = await ctx.once(currentChecksLoader)(asOf).load(control.no);
    const codes = new Set(mapping.covers.map((element) => elementCode(mapping.universalControl, element)));
    return ran
      .filter(({ scanner, ruleId }) => {
        const check = wholeCatalogueOf(ctx).resolveRule(scanner, ruleId);
        const leadsTo = check?.universalControls.includes(mapping.universalControl) ?? false;
        return leadsTo && check !== null && !decidedCodes(check).some((code) => codes.has(code));
      })
      .map((check) => ({ ...check, asOf, evaluatedAt: new Date(check.evaluatedAt) }));
  }
}

@Resolver(() => DerivationCheckType)
export class DerivationCheckResolver {
  @FieldResolver(() => [DerivationResourceType], {
    description:
      'The first resources on which it fails, those that no exception accepts first (of a moment: accepted then); `resourcesFailed` is how many there are, and `failingResources` has them page by page.',
  })
  async failing(
    @Root() { scanJobId, checkNo, asOf }: CheckRoot,
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, description: '1 to 100.' }) first: number,
  ): Promise<DerivationResourceType[]> {
    if (first < 1 || first > RESOURCES_MAX) throw AppError.invalid('/first', `must be from 1 to ${RESOURCES_MAX}`);
    const wanted = { scanJobId, checkNo, first, after: null, offset: 0 };
    return withExceptions(ctx, await ctx.once(failingResourcesLoader)(asOf).load(wanted));
  }

  @FieldResolver(() => DerivationResourceConnection, {
    description: 'The resources on which it fails, page by page, in the order of `failing`.',
  })
  async failingResources(
    @Root() { scanJobId, checkNo, asOf, resourcesFailed }: CheckRoot,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { first, offset } = request;
    const wanted = { scanJobId, checkNo, first: first + 1, after: placeOf(request.after), offset };
    const found = await ctx.once(failingResourcesLoader)(asOf).load(wanted);
    const page = pageOf(await withExceptions(ctx, found), first, {
      cursorOf: ({ exception, findingNo }) => encodeCursor(exception === null ? 0 : 1, findingNo),
      countAll: () => Promise.resolve(resourcesFailed),
    });
    return DerivationResourceConnection.from(page, request);
  }
}

/** @throws {AppError} VALIDATION_FAILED for a cursor of another list */
function placeOf(cursor: string | null): ResourcePlace | null {
  if (cursor === null) return null;
  const [accepted, findingNo] = decodeCursor(cursor, ['integer', 'integer']);
  return { isAccepted: accepted === 1, findingNo: Number(findingNo) };
}

async function withExceptions(ctx: RequestContext, found: readonly FailingResource[]) {
  const exceptions = ctx.once(exceptionLoader);
  return Promise.all(
    found.map(async ({ exceptionId, ...resource }) => ({
      ...resource,
      exception: exceptionId === null ? null : await exceptions.load(exceptionId),
    })),
  );
}
