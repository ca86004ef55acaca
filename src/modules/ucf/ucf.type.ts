import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { DomainType } from '../catalogue/domain.type.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import type { Relationship } from '../catalogue/relationship.rules.js';

export const RelationshipEnum = {
  equal: 'equal',
  subset: 'subset',
  superset: 'superset',
  intersects: 'intersects',
} as const;
registerEnumType(RelationshipEnum, {
  name: 'Relationship',
  description: 'What a framework control asks for, beside the universal control that it is mapped to (NIST IR 8477).',
  valuesConfig: {
    equal: { description: 'The same.' },
    subset: { description: 'Some of it, and nothing more.' },
    superset: { description: 'All of it, and more.' },
    intersects: { description: 'Some of it, and more.' },
  },
});

/** Values that a filter by relationship takes: more than there are cannot change what it selects. */
export const RELATIONS_MAX = 20;

export const AssessmentStatusEnum = {
  compliant: 'compliant',
  partially_compliant: 'partially_compliant',
  non_compliant: 'non_compliant',
  not_assessed: 'not_assessed',
} as const;
registerEnumType(AssessmentStatusEnum, {
  name: 'AssessmentStatus',
  description: 'Judgement of a universal control.',
  valuesConfig: {
    compliant: { description: 'It meets all that the universal control asks for.' },
    partially_compliant: { description: 'It meets some of that: mapped controls fail where this assessment decides.' },
    non_compliant: { description: 'It does not meet that: mapped controls fail where this assessment decides.' },
    not_assessed: { description: 'No judgement: an earlier one no longer counts.' },
  },
});

@ObjectType('AssessmentInForce', {
  description: 'The newest assessment of a universal control.',
  simpleResolvers: true,
})
export class AssessmentInForceType {
  @Field(() => ID, { description: 'Id, as `assessment(id)` takes it.' })
  id!: string;

  @Field(() => AssessmentStatusEnum, { description: 'The judgement.' })
  status!: AssessmentStatus;

  @Field(() => GraphQLISODateTime, { description: 'When the judgement was recorded.' })
  assessedAt!: Date;

  @Field(() => ID, { description: 'Id of the user who judged.' })
  assessedBy!: string;

  @Field(() => Boolean, { description: 'Whether it has a note or evidence; without, it counts and shows nothing.' })
  isSupported!: boolean;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it no longer counts; null for never.' })
  expiresAt!: Date | null;

  @Field(() => [ID], { description: 'Those of its evidence that were withdrawn since.' })
  withdrawnEvidenceIds!: string[];
}

@ObjectType('UniversalControl', {
  description: 'A control of the Unified Control Framework, mapped to those of the frameworks.',
  simpleResolvers: true,
})
export class UniversalControlType {
  @Field(() => ID, { description: 'Id, the same in every installation; `universalControl(id)` takes it.' })
  id!: string;

  @Field(() => String, { description: '`UCF-IAM-03`.' })
  code!: string;

  @Translated()
  @Field(() => String, { description: 'Short title.' })
  title!: string;

  @Translated()
  @Field(() => String, { description: 'What it asks for.' })
  description!: string;

  @Translated()
  @Field(() => [String], { description: 'What it asks for; mappings and checks name them by number, from 1.' })
  elements!: string[];

  @Field(() => [String], { description: 'Abbreviations that people search for.' })
  keywords!: string[];

  @Translated()
  @Field(() => String, { description: 'A question that an auditor would ask about it.' })
  auditQuestion!: string;

  @Translated()
  @Field(() => [String], { description: 'Artifacts that would prove it.' })
  exampleEvidence!: string[];

  @Field(() => DomainType, { description: 'The domain that it belongs to.' })
  domain!: DomainType;
}

@ObjectType('Mapping', {
  description: 'Relationship between a universal control and a framework’s control.',
  simpleResolvers: true,
})
export class MappingType {
  @Field(() => ID, { description: 'Id of the mapping.' })
  id!: string;

  @Field(() => RelationshipEnum, { description: 'How far the universal control covers the control.' })
  relationship!: Relationship;

  @Field(() => [Int], { description: 'Numbers of the elements of the universal control that the control asks for.' })
  covers!: number[];

  @Field(() => Boolean, { description: 'Whether the control asks for anything beyond these elements.' })
  asksMore!: boolean;

  @Field(() => String, { description: 'What overlaps and what is left over, in one sentence.' })
  rationale!: string;

  @Field(() => Int, { description: 'Number of public crosswalks with the same mapping.' })
  corroborations!: number;

  @Field(() => UniversalControlType, { description: 'The universal control.' })
  universalControl!: UniversalControlType;

  @Field(() => ControlType, { description: 'The control of the framework.' })
  control!: ControlType;
}

@ObjectType('CoveredControl', {
  description: 'A universal control and the controls of a framework that it covers.',
  simpleResolvers: true,
})
export class CoveredControlType {
  @Field(() => UniversalControlType, { description: 'The universal control.' })
  universalControl!: UniversalControlType;

  @Field(() => [ControlType], { description: 'The controls of the framework that it is mapped to.' })
  mappedControls!: ControlType[];
}

@ObjectType('Coverage', {
  description: 'Coverage of a framework by the Unified Control Framework.',
  simpleResolvers: true,
})
export class CoverageType {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => String, { description: 'Version of the framework.' })
  version!: string;

  @Field(() => Int, { description: 'Number of its controls in scope.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Number of its controls to which a universal control is mapped.' })
  coveredControls!: number;

  @Field(() => Float, { description: '100 × covered / total, one decimal.' })
  coveragePercentage!: number;

  @Field(() => [CoveredControlType], {
    description: 'Universal controls that cover the framework, each with the controls that it covers.',
  })
  controls!: CoveredControlType[];

  @Field(() => [ControlType], { description: 'Its controls to which no universal control is mapped.' })
  uncoveredControls!: ControlType[];
}
