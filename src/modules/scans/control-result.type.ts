import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { ResultFacts } from './result-facts.type.js';

@ObjectType('ControlResult', { description: 'What a scan found of a control.', simpleResolvers: true })
export class ControlResultType extends ResultFacts {
  @Field(() => ID, { description: 'The scan.' })
  scanJobId!: string;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the scan.' })
  detectedAt!: Date;
}
