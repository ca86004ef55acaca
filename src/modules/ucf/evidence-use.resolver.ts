import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import {
  artifactsOfUniversalControlLoader,
  LINKED_LISTED,
  linkedUniversalControlsLoader,
} from '../evidence/evidence.loader.js';
import type { ShownEvidence } from '../evidence/evidence.read.js';
import { EvidenceType } from '../evidence/evidence.type.js';
import { assessmentsOnDocumentLoader, RESTING_LISTED } from './assessment.loader.js';
import type { AssessmentRow } from './assessment.sql.js';
import { AssessmentType } from './assessment.type.js';
import { UniversalControlType } from './ucf.type.js';

/** What evidence is for, and what rests on it. */
@Resolver(() => EvidenceType)
export class EvidenceUseResolver {
  @FieldResolver(() => [UniversalControlType], {
    description: 'The universal controls that people say it is evidence for; their assessments may rest on it or not.',
  })
  async universalControls(@Root() { id }: ShownEvidence, @Ctx() ctx: RequestContext): Promise<UniversalControl[]> {
    const nos = await ctx.once(linkedUniversalControlsLoader).load(id);
    const { universalControlByNo } = catalogueOf(ctx);
    return nos.flatMap((no) => universalControlByNo.get(no) ?? []);
  }

  @FieldResolver(() => [AssessmentType], {
    description: `The assessments in force that rest on it, or on another version of its document: the newest ${RESTING_LISTED}.`,
  })
  assessments(@Root() { documentId }: ShownEvidence, @Ctx() ctx: RequestContext): Promise<AssessmentRow[]> {
    return ctx.once(assessmentsOnDocumentLoader).load(documentId);
  }
}

/** Field `UniversalControl.evidence`: artifacts that people linked to it. */
@Resolver(() => UniversalControlType)
export class UniversalControlEvidenceResolver {
  @FieldResolver(() => [EvidenceType], {
    description: `The artifacts that people say are evidence for it, those linked last first: ${LINKED_LISTED}, of each document the current version. Its assessment rests on those that it names.`,
  })
  evidence(@Root() { no }: UniversalControl, @Ctx() ctx: RequestContext): Promise<ShownEvidence[]> {
    return ctx.once(artifactsOfUniversalControlLoader).load(no);
  }
}
