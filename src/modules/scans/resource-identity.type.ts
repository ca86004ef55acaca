import { Field, ID, ObjectType } from 'type-graphql';

/** Fields of a resource as a scan found it. */
@ObjectType({ simpleResolvers: true })
export abstract class ResourceIdentity {
  @Field(() => String)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true })
  type!: string | null;

  @Field(() => String, { nullable: true })
  region!: string | null;

  @Field(() => String, { nullable: true })
  account!: string | null;

  @Field(() => ID)
  integrationId!: string;
}
