import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import type { FindingStatus } from '../../connectors/finding.js';
import { FindingStatusEnum } from './finding.type.js';

@ObjectType('FindingPeriod', {
  description: 'A time in which a finding had one status without interruption.',
  simpleResolvers: true,
})
export class FindingPeriodType {
  @Field(() => FindingStatusEnum, { description: 'What its check said of its resource.' })
  status!: FindingStatus;

  @Field(() => String, { description: 'What was found, as a sentence: the last of the time.' })
  summary!: string;

  @Field(() => GraphQLISODateTime, { description: 'Completion of the first scan that said so.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Completion of the scan that no longer did: it said otherwise, or did not have the finding. Null where it holds, or where that scan is past its retention.',
  })
  until!: Date | null;
}
