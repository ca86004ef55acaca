import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { ResourceIdentity } from './resource-identity.type.js';
import type { ResultStatus } from './scan-states.js';
import { ResultStatusEnum } from './scan-states.type.js';

@ObjectType('FailingResource', { description: 'A resource on which a check failed.', simpleResolvers: true })
export class FailingResourceType extends ResourceIdentity {
  @Field(() => String, { description: 'Title of the check that failed.' })
  check!: string;

  @Field(() => String, { description: 'What was found, as a sentence.' })
  summary!: string;

  @Field(() => String, { description: 'Whose check it is: `crosswalk`, or the scanner of a report.' })
  scanner!: string;

  @Field(() => String, { description: 'The rule that fails, in the words of the scanner.' })
  ruleId!: string;

  @Field(() => ID, { nullable: true, description: 'The exception in force that accepts it; null where none does.' })
  exceptionId!: string | null;
}

@ObjectType('ControlFinding', { description: 'The latest evaluated result of a control.', simpleResolvers: true })
export class ControlFindingType {
  @Field(() => ID, { description: 'Id of the scan result.' })
  id!: string;

  @Field(() => ID, { description: 'The scan that found it.' })
  scanJobId!: string;

  @Field(() => ResultStatusEnum, { description: 'What the scan says of the control.' })
  status!: ResultStatus;

  @Field(() => String, { description: 'What was found, as a sentence.' })
  summary!: string;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the scan that found it.' })
  detectedAt!: Date;

  @Field(() => [FailingResourceType], { description: 'At most 100; those that exceptions accept last.' })
  resources!: FailingResourceType[];

  @Field(() => Int, {
    description: 'Number of failing resources by check, those beyond the limit of `resources` included.',
  })
  resourcesTotal!: number;

  @Field(() => String, {
    nullable: true,
    description: 'REST path of all of them, as the scan found them; null where no resource fails.',
  })
  findingsUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Key of the artifact of the scan in the object store; null where none is stored.',
  })
  evidenceKey!: string | null;
}
