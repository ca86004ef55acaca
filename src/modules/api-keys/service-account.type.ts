import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { Role } from '../../access/roles.js';
import { RoleEnum } from '../auth/auth.type.js';
import { UserSummaryType } from '../auth/user-summary.type.js';

const ServiceAccountStatusEnum = { active: 'active', disabled: 'disabled' } as const;
export type ServiceAccountStatus = keyof typeof ServiceAccountStatusEnum;
registerEnumType(ServiceAccountStatusEnum, {
  name: 'ServiceAccountStatus',
  description: 'Whether the keys of a service account work.',
  valuesConfig: { active: { description: 'They work.' }, disabled: { description: 'They are refused.' } },
});

@ObjectType('ServiceAccount', { description: 'Account of a program, to which API keys belong.', simpleResolvers: true })
export class ServiceAccountType {
  @Field(() => ID, { description: 'Id, as the mutations of service accounts take it.' })
  id!: string;

  @Field(() => String, { description: 'Name that people gave it.' })
  name!: string;

  @Field(() => RoleEnum, {
    nullable: true,
    description: 'Role of its keys, as far as their creator has it; null for the role of their creator.',
  })
  role!: Role | null;

  @Field(() => ServiceAccountStatusEnum, { description: 'Whether its keys work.' })
  status!: ServiceAccountStatus;

  @Field(() => UserSummaryType, { description: 'The person to ask about it.' })
  responsible!: UserSummaryType;

  @Field(() => UserSummaryType, { description: 'Who made it.' })
  createdBy!: UserSummaryType;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was disabled; null while it was not.' })
  disabledAt!: Date | null;

  @Field(() => Int, { description: 'Number of its keys in force.' })
  activeKeys!: number;
}

@ObjectType('ServiceAccountSummary', { description: 'The service account of a key.', simpleResolvers: true })
export class ServiceAccountSummaryType {
  @Field(() => ID, { description: 'Id of the service account.' })
  id!: string;

  @Field(() => String, { description: 'Name that people gave it.' })
  name!: string;
}

@InputType()
export class CreateServiceAccountInput {
  static readonly rules = z.object({ name: z.string().trim().min(1).max(100) });

  @Field(() => String, { description: 'The program that uses it, 1 to 100 characters.' })
  name!: string;

  @Field(() => RoleEnum, {
    nullable: true,
    description: 'Role of its keys: for admins any, for others their own. Default that of the creator of each key.',
  })
  role?: Role | null;
}

@InputType()
export class UpdateServiceAccountInput {
  @Field(() => ID, { description: 'Id of the service account.' })
  serviceAccountId!: string;

  @Field(() => ID, { description: 'Member who is responsible from now on.' })
  responsibleId!: string;
}

@InputType()
export class DisableServiceAccountInput {
  @Field(() => ID, { description: 'Id of the service account.' })
  serviceAccountId!: string;
}

@ObjectType('ServiceAccountPayload', { simpleResolvers: true })
export class ServiceAccountPayload {
  @Field(() => ServiceAccountType)
  serviceAccount!: ServiceAccountType;
}
