import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { z } from 'zod';
import type { IntegrationStatus } from './integration.entity.js';

const IntegrationStatusEnum = { connected: 'connected', disconnected: 'disconnected', error: 'error' } as const;
registerEnumType(IntegrationStatusEnum, { name: 'IntegrationStatus' });

@ObjectType('IntegrationError', { simpleResolvers: true })
export class IntegrationErrorType {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  message!: string;
}

@ObjectType('Integration', { description: 'What is scanned, or whose reports are imported.', simpleResolvers: true })
export class IntegrationType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: '`demo`, `prowler`, `aws-security-hub`, `openscap`.' })
  type!: string;

  @Field(() => String)
  name!: string;

  @Field(() => IntegrationStatusEnum)
  status!: IntegrationStatus;

  @Field(() => GraphQLISODateTime, { nullable: true })
  lastScan!: Date | null;

  @Field(() => GraphQLJSONObject, { description: 'Configuration; never a secret.' })
  config!: Record<string, unknown>;

  @Field(() => GraphQLISODateTime)
  createdAt!: Date;

  @Field(() => IntegrationErrorType, { nullable: true })
  error!: IntegrationErrorType | null;
}

@InputType()
export class ConnectIntegrationInput {
  static readonly rules = z.object({ type: z.string().min(1).max(50), name: z.string().trim().min(1).max(200) });

  @Field(() => String)
  type!: string;

  @Field(() => String)
  name!: string;

  @Field(() => GraphQLJSONObject, { nullable: true })
  config?: Record<string, unknown> | null;
}

@InputType()
export class DisconnectIntegrationInput {
  @Field(() => ID)
  integrationId!: string;
}

@ObjectType('IntegrationPayload', { simpleResolvers: true })
export class IntegrationPayload {
  @Field(() => IntegrationType)
  integration!: IntegrationType;
}
