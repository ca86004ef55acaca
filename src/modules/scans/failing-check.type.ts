import { Field, Int, ObjectType } from 'type-graphql';
import { CheckFacts } from '../checks/check-facts.type.js';

@ObjectType('FailingCheck', { description: 'A check that fails a control in one scan.', simpleResolvers: true })
export class FailingCheckType extends CheckFacts {
  @Field(() => Int, { description: 'Resources on which it fails and which no exception accepts.' })
  resourcesFailed!: number;
}
