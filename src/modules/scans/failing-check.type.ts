import { Field, Int, ObjectType } from 'type-graphql';
import type { Severity } from '../../connectors/finding.js';
import { SeverityEnum } from '../checks/severity.type.js';

@ObjectType('FailingCheck', { description: 'A check that fails a control in one scan.', simpleResolvers: true })
export class FailingCheckType {
  @Field(() => String, {
    description: 'Of the catalogue or the custom check; `scanner:rule` of a rule that is not known.',
  })
  id!: string;

  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Field(() => String, { description: 'What is wrong where it fails; the title where nobody stated it.' })
  fault!: string;

  @Field(() => SeverityEnum, { description: 'How grave it is when the check fails.' })
  severity!: Severity;

  @Field(() => Int, { description: 'Resources on which it fails and which no exception accepts.' })
  resourcesFailed!: number;
}
