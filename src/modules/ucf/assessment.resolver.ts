import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { checkRules } from '../../platform/api/input-rules.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import { isDisputed } from '../posture/assurance.rules.js';
import { CONTROL_STATUSES } from '../posture/posture.js';
import { previewAssessment, propagatedControl } from './assessment-preview.js';
import { AssessmentPreviewType } from './assessment-preview.type.js';
import { storedAssessmentLoader } from './assessment.loader.js';
import { readAssessment, readAssessments } from './assessment.read.js';
import type { AssessmentService, NewJudgement } from './assessment.service.js';
import type { AssessmentRow } from './assessment.sql.js';
import {
  AssessmentConnection,
  AssessmentPayload,
  AssessmentsArgs,
  AssessmentType,
  CreateAssessmentInput,
  CreateAssessmentsInput,
  CreateAssessmentsPayload,
  PreviewAssessmentInput,
  PropagatedControlType,
} from './assessment.type.js';
import { UniversalControlType } from './ucf.type.js';

@Resolver(() => AssessmentType)
export class AssessmentResolver {
  constructor(private readonly service: AssessmentService) {}

  @Query(() => AssessmentType, { description: 'One assessment.' })
  assessment(
    @Arg('id', () => ID, { description: 'Id of the assessment.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentRow> {
    return find(ctx, id);
  }

  @Query(() => AssessmentConnection, { description: 'Assessments, newest first.' })
  async assessments(@Args(() => AssessmentsArgs) args: AssessmentsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { universalControlId: id, status = null } = args;
    const universalControl = id === undefined ? null : universalControlOf(ctx, id);
    return AssessmentConnection.from(await readAssessments(ctx, { universalControl, status }, request), request);
  }

  @Query(() => AssessmentPreviewType, { description: 'What an assessment would change; nothing is written.' })
  previewAssessment(
    @Arg('input', () => PreviewAssessmentInput) { universalControlId, status, isSupported }: PreviewAssessmentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentPreviewType> {
    const universalControl = universalControlOf(ctx, universalControlId);
    return previewAssessment(ctx, universalControl, { status, isSupported: isSupported ?? false });
  }

  @Mutation(() => AssessmentPayload, {
    description: 'Assesses a universal control, and with it every mapped control of the active frameworks.',
  })
  async createAssessment(
    @Arg('input', () => CreateAssessmentInput) input: CreateAssessmentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentPayload> {
    return { assessment: await find(ctx, await this.service.create(ctx, judgementOf(ctx, input))) };
  }

  @Mutation(() => CreateAssessmentsPayload, {
    description:
      'Assesses universal controls item by item, each as if it were the only one. A refused item does not keep back the others.',
  })
  async createAssessments(
    @Arg('input', () => CreateAssessmentsInput) { assessments }: CreateAssessmentsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreateAssessmentsPayload> {
    const outcomes = await this.service.createEach(ctx, assessments, (item) => {
      checkRules(item, CreateAssessmentInput);
      return judgementOf(ctx, item);
    });
    const stored = ctx.once(storedAssessmentLoader);
    return {
      results: await Promise.all(
        outcomes.map(async ({ index, done, error }) => ({
          index,
          assessment: done === null ? null : await stored.load(done),
          error,
        })),
      ),
    };
  }

  @FieldResolver(() => UniversalControlType, { description: 'The universal control that was judged.' })
  universalControl(@Root() { universalNo }: AssessmentRow, @Ctx() ctx: RequestContext): UniversalControl {
    const universalControl = catalogueOf(ctx).universalControlByNo.get(universalNo);
    if (!universalControl) throw notFound();
    return universalControl;
  }

  @FieldResolver(() => [PropagatedControlType], {
    description: 'Every control of the active frameworks that it reached, changed or not.',
  })
  propagatedControls(
    @Root() { propagation, status }: AssessmentRow,
    @Ctx() ctx: RequestContext,
  ): PropagatedControlType[] {
    return propagation.flatMap(([no, previousCode, code, assurance = 0, isFailed]) => {
      const control = catalogueOf(ctx).controlByNo.get(no);
      if (!control || !isVisible(ctx, control)) return [];
      const statusOf = (each: number) => CONTROL_STATUSES[each] ?? 'not_assessed';
      const isFailedByTests = isFailed ?? (statusOf(code) === 'failed' && isDisputed(assurance));
      const decided = { status: statusOf(code), assurance, isFailedByTests };
      return [propagatedControl(control, { previousStatus: statusOf(previousCode), decided, assessedAs: status })];
    });
  }
}

async function find(ctx: RequestContext, id: string): Promise<AssessmentRow> {
  const assessment = isUuid(id) ? await readAssessment(ctx, id) : null;
  if (!assessment) throw notFound();
  return assessment;
}

/** The assessment that a client asks for. @throws {AppError} VALIDATION_FAILED for a malformed id; NOT_FOUND */
function judgementOf(ctx: RequestContext, input: CreateAssessmentInput): NewJudgement {
  const { universalControlId, status, details = null, evidenceIds, expiresAt } = input;
  const malformed = evidenceIds?.findIndex((id) => !isUuid(id)) ?? -1;
  if (malformed >= 0) throw AppError.invalid(`/evidence_ids/${malformed}`, 'is not a UUID');
  const universalControl = universalControlOf(ctx, universalControlId);
  return { universalControl, status, details, evidenceIds: evidenceIds ?? [], expiresAt: expiresAt ?? null };
}

/** @throws {AppError} VALIDATION_FAILED for a malformed id; NOT_FOUND */
function universalControlOf(ctx: RequestContext, id: string): UniversalControl {
  if (!isUuid(id)) throw AppError.invalid('/universal_control_id', 'is not a UUID');
  const universalControl = catalogueOf(ctx).universalControlById.get(id.toLowerCase());
  if (!universalControl) throw notFound('/universal_control_id');
  return universalControl;
}
