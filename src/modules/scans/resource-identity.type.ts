import { Field, ID, ObjectType } from 'type-graphql';

/** Fields of a resource as a scan found it. */
@ObjectType({ simpleResolvers: true })
export abstract class ResourceIdentity {
  @Field(() => String, { description: 'Id of the resource in the terms of the scanner.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name of the resource; null without one.' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Type of the resource in the terms of the scanner; null where it is not known.',
  })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'Region; null where there is none.' })
  region!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Account, project, subscription or cluster; null where there is none.',
  })
  account!: string | null;

  @Field(() => ID, { description: 'Id of the integration that has the resource.' })
  integrationId!: string;
}
