import { ArgsType, Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** Groups that are listed; their number grows with the sets of integrations that were scanned together. */
export const GROUPS_LISTED = 50;

@ObjectType('EvidenceOfScans', {
  description: 'The artifacts of all scans of the same integrations, folded.',
  simpleResolvers: true,
})
export class EvidenceOfScansType {
  @Field(() => [ID], {
    description:
      'The integrations that were scanned together, as `evidenceList(integrationIds)` takes them; none where the scans were removed.',
  })
  integrationIds!: string[];

  @Field(() => [String], { description: 'Names of these integrations, for every role.' })
  integrationNames!: string[];

  @Field(() => Int, { description: 'Number of the artifacts that are folded.' })
  artifacts!: number;

  @Field(() => Int, { description: 'Number of the scans that stored them.' })
  scans!: number;

  @Field(() => GraphQLISODateTime, { description: 'When the newest of them was stored.' })
  newestAt!: Date;

  @Field(() => ID, { description: 'The scan that stored the newest of them.' })
  newestScanId!: string;
}

@ArgsType()
export class EvidenceOfScansArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'UUID of a control, or its code (`CC6.1`) with `framework` beside it.',
  })
  controlId?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name, slug or id of the active framework that has the code `controlId`.',
  })
  framework?: string;
}
