import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Severity } from '../../connectors/finding.js';
import { ControlType, RemediationType } from '../catalogue/catalogue.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { UniversalControlType } from '../ucf/ucf.type.js';

@ObjectType('Fix', { description: 'One thing to repair, and what it brings forward.', simpleResolvers: true })
export class FixType {
  @Field(() => Int, { description: 'From 1, the most urgent.' })
  rank!: number;

  @Field(() => Int, {
    description:
      'Points of the severity, 2 for each framework that gains, points of the effort; see the contract, "Reports".',
  })
  priority!: number;

  @Field(() => String, { description: '`check`: a failing check; `assessment`: a universal control that is not met.' })
  source!: string;

  @Field(() => ID, { description: 'Of the check, or of the universal control.' })
  id!: string;

  @Translated()
  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Translated()
  @Field(() => String, {
    description:
      'What is wrong where it fails; the title where nobody stated it: that of the scanner for its own rule, and of an assessment.',
  })
  fault!: string;

  @Field(() => SeverityEnum, { description: 'How grave the check is.' })
  severity!: Severity;

  @Field(() => [String], { description: 'Names of the active frameworks that gain.' })
  frameworks!: string[];

  @Field(() => [ControlType], {
    description:
      'Failed controls that it brings forward, `passes` and `helps`; none where a check only supports controls.',
  })
  controls!: ControlType[];

  @Field(() => [ControlType], {
    description:
      'Those of them that would pass by it alone: every failing resource is repaired, or it is assessed as compliant.',
  })
  passes!: ControlType[];

  @Field(() => [ControlType], {
    description: 'Those of them that would not: something else fails them too, or they ask for more than it shows.',
  })
  helps!: ControlType[];

  @Field(() => [UniversalControlType], { description: 'Universal controls that the check is about.' })
  universalControls!: UniversalControlType[];

  @Field(() => Int, { nullable: true, description: 'Failing resources over all integrations; null of an assessment.' })
  failingResources!: number | null;

  @Field(() => RemediationType, { description: 'How to repair it.' })
  remediation!: RemediationType;
}
