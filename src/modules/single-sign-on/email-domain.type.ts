import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';

/** Limit of claimed domains. Our choice. */
export const EMAIL_DOMAINS_MAX = 50;

@ObjectType('EmailDomain', {
  description: 'A domain whose addresses log in by single sign-on, once a TXT record has proved it.',
  simpleResolvers: true,
})
export class EmailDomainType {
  @Field(() => ID, { description: 'Id, as the mutations of domains take it.' })
  id!: string;

  @Field(() => String, { description: 'Lower case, in the ASCII form of IDNA. Subdomains are domains of their own.' })
  domain!: string;

  @Field(() => String, { description: 'Name of the TXT record.' })
  recordName!: string;

  @Field(() => String, { description: 'Text of the TXT record. It has to stay: it is looked for every day.' })
  recordText!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the domain was claimed.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Null until the record was found.' })
  verifiedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When a name server answered last.' })
  checkedAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when the record of a verified domain is missing; after 7 days it is verified no longer.',
  })
  missingSince!: Date | null;
}

@InputType()
export class ClaimEmailDomainInput {
  static readonly rules = z.object({ domain: z.string().trim().min(1).max(253) });

  @Field(() => String, { description: 'Such as `example.com`.' })
  domain!: string;
}

@InputType()
export class EmailDomainInput {
  @Field(() => ID, { description: 'Id of the domain.' })
  domainId!: string;
}

@ObjectType('EmailDomainPayload', { simpleResolvers: true })
export class EmailDomainPayload {
  @Field(() => EmailDomainType)
  emailDomain!: EmailDomainType;
}

@ObjectType('ReleaseEmailDomainPayload', { simpleResolvers: true })
export class ReleaseEmailDomainPayload {
  @Field(() => ID, { description: 'Id of the domain that is free again.' })
  releasedId!: string;
}
