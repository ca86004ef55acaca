import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { IDENTITY_FACTS, type IdentityFact, type IdentityFactKind } from '../../connectors/identity.js';
import { GraphQLJSON } from '../../platform/api/json.js';
import type { IntegrationStatus } from './integration.entity.js';
import type { WithheldChecks } from './reach.rules.js';

const IntegrationStatusEnum = { connected: 'connected', disconnected: 'disconnected', error: 'error' } as const;
registerEnumType(IntegrationStatusEnum, {
  name: 'IntegrationStatus',
  description: 'State of an integration.',
  valuesConfig: {
    connected: {
      description: 'It takes part in scans: the last test or scan could read it, in parts at least.',
    },
    disconnected: { description: 'It was disconnected, and its credentials are deleted.' },
    error: {
      description:
        'The last test or scan could not read it, for the reason in `error`; scans leave it out until a test succeeds.',
    },
  },
});

@ObjectType('IntegrationError', { simpleResolvers: true, description: 'Why an integration does not work.' })
export class IntegrationErrorType {
  @Field(() => String, { description: 'Class of the fault, for programs.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong and what to do, for people.' })
  message!: string;
}

@ObjectType('ScanSchedule', { description: 'Schedule of an integration’s scans.', simpleResolvers: true })
class ScanScheduleType {
  @Field(() => String, { description: 'Minute, hour, day, month, weekday.' })
  cron!: string;

  @Field(() => String, { description: 'Time zone of the organization, in which the expression is evaluated.' })
  timezone!: string;

  @Field(() => GraphQLISODateTime, {
    description: 'Time of the next scan, up to five minutes after that of the expression.',
  })
  nextScanAt!: Date;
}

const IdentityFactKindEnum = Object.fromEntries(Object.keys(IDENTITY_FACTS).map((kind) => [kind, kind]));
registerEnumType(IdentityFactKindEnum, {
  name: 'IdentityFactKind',
  description: 'What a fact about the system behind an integration is.',
  valuesConfig: Object.fromEntries(
    Object.entries(IDENTITY_FACTS).map(([kind, description]) => [kind, { description }]),
  ),
});

@ObjectType('IdentityFact', {
  description: 'Something by which people recognize the system that a test reached; never a secret.',
  simpleResolvers: true,
})
class IdentityFactType implements IdentityFact {
  @Field(() => IdentityFactKindEnum, { description: 'What it is.' })
  kind!: IdentityFactKind;

  @Field(() => String, { description: 'As the system, or its settings, name it.' })
  value!: string;
}

@ObjectType('IntegrationIdentity', { description: 'Whom a successful test reached.', simpleResolvers: true })
class IntegrationIdentityType {
  @Field(() => [IdentityFactType], { description: 'Account, organization, server and as whom; at least one.' })
  facts!: readonly IdentityFactType[];

  @Field(() => GraphQLISODateTime, { description: 'When the test found them.' })
  foundAt!: Date;
}

@ObjectType('WithheldChecks', {
  description: 'Checks that could not look, for the same reason.',
  simpleResolvers: true,
})
class WithheldChecksType implements WithheldChecks {
  @Field(() => String, { description: 'A sentence that names the operation or permission.' })
  reason!: string;

  @Field(() => [String], { description: 'Ids of the checks.' })
  checkIds!: string[];
}

@ObjectType('Integration', {
  description: 'A system that is scanned, or a scanner whose reports are imported.',
  simpleResolvers: true,
})
export class IntegrationType {
  @Field(() => ID, { description: 'Id, as the mutations of integrations take it.' })
  id!: string;

  @Field(() => String, { description: 'One of `integrationKinds`.' })
  type!: string;

  @Field(() => String, { description: 'Name by which people know it.' })
  name!: string;

  @Field(() => IntegrationStatusEnum, { description: 'Whether it works.' })
  status!: IntegrationStatus;

  @Field(() => Boolean, {
    description:
      'Whether it is connected and its last scan could read little: more of its checks could not look than looked, those that support included. What they test is held: it neither passes nor changes.',
  })
  degraded!: boolean;

  @Field(() => [WithheldChecksType], {
    description: 'Checks that could not look at everything in the last scan, by reason.',
  })
  withheldChecks!: readonly WithheldChecksType[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Completion of the last scan that looked at it; null before the first.',
  })
  lastScan!: Date | null;

  @Field(() => GraphQLJSON, { description: 'Configuration; never a secret.' })
  config!: Record<string, unknown>;

  @Field(() => GraphQLISODateTime, { description: 'When it was connected first.' })
  createdAt!: Date;

  @Field(() => ScanScheduleType, { nullable: true, description: 'When it is scanned by itself; null where it is not.' })
  schedule!: ScanScheduleType | null;

  @Field(() => IntegrationIdentityType, {
    nullable: true,
    description:
      'Whom the last successful test reached; null before one, after a change of the settings, and where reports are imported.',
  })
  identity!: IntegrationIdentityType | null;

  @Field(() => IntegrationErrorType, {
    nullable: true,
    description: 'What went wrong last; null while nothing is wrong.',
  })
  error!: IntegrationErrorType | null;
}

@ObjectType('PermissionDocument', {
  description: 'Least privileges of an integration, to copy.',
  simpleResolvers: true,
})
class PermissionDocumentType {
  @Field(() => String, { description: 'What the document is.' })
  title!: string;

  @Field(() => String, { description: '`json`, `yaml`, `sql` or `text`.' })
  format!: string;

  @Field(() => String, { description: 'The document, to copy.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the alternative that it belongs to: one of them is enough, with all of its documents. Null for what is needed with each.',
  })
  way!: string | null;
}

@ObjectType('IntegrationKind', { description: 'A type of integration that can be connected.', simpleResolvers: true })
export class IntegrationKindType {
  @Field(() => String, { description: 'Name of the kind, for `connectIntegration`: `aws`.' })
  type!: string;

  @Field(() => String, { description: 'Name of the kind, for people.' })
  title!: string;

  @Field(() => String, { description: 'What it looks at.' })
  description!: string;

  @Field(() => Boolean, { description: 'Whether scanners’ reports can be imported for it.' })
  acceptsReports!: boolean;

  @Field(() => GraphQLJSON, {
    description:
      'JSON Schema (draft 2020-12) of `config`; `writeOnly` properties are credentials and never returned, `readOnly` ones are given by the service, as `const`.',
  })
  settings!: Record<string, unknown>;

  @Field(() => String, {
    nullable: true,
    description:
      'Identity of this service that is granted access, which the documents of `permissions` name then: for `aws` an ARN. Null where the operator names none (`AWS_INTEGRATION_PRINCIPAL`), and for kinds that need none.',
  })
  grantee!: string | null;

  @Field(() => [PermissionDocumentType], { description: 'What it has to be allowed, as documents to copy.' })
  permissions!: readonly PermissionDocumentType[];
}

@InputType()
export class ConnectIntegrationInput {
  static readonly rules = z.object({ type: z.string().min(1).max(50), name: z.string().trim().min(1).max(200) });

  @Field(() => String, { description: 'One of `integrationKinds`.' })
  type!: string;

  @Field(() => String, { description: 'Name by which people know it.' })
  name!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Settings of the kind, as `integrationKinds.configSchema` describes them; secrets among them are sealed at once.',
  })
  config?: Record<string, unknown> | null;
}

@InputType()
export class UpdateIntegrationInput {
  static readonly rules = z.object({ name: z.string().trim().min(1).max(200).nullish() });

  @Field(() => ID, { description: 'Id of the integration.' })
  integrationId!: string;

  @Field(() => String, { nullable: true, description: 'Name by which people know it.' })
  name?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Omitted settings stay unchanged, credentials too; null removes a setting.',
  })
  config?: Record<string, unknown> | null;
}

@InputType()
export class TestConnectionInput {
  static readonly rules = z.object({ type: z.string().min(1).max(50) });

  @Field(() => String, { description: 'One of `integrationKinds`.' })
  type!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Settings of the kind, as for `connectIntegration`.' })
  config?: Record<string, unknown> | null;
}

@InputType()
export class TestIntegrationInput {
  @Field(() => ID, { description: 'Id of the integration.' })
  integrationId!: string;
}

@InputType()
export class DisconnectIntegrationInput {
  @Field(() => ID, { description: 'Id of the integration.' })
  integrationId!: string;
}

@ObjectType('IntegrationPayload', { simpleResolvers: true })
export class IntegrationPayload {
  @Field(() => IntegrationType)
  integration!: IntegrationType;
}

@ObjectType({ simpleResolvers: true })
export class TestIntegrationPayload extends IntegrationPayload {
  @Field(() => [String], { description: 'Problems that a scan would meet, each as a sentence; empty for none.' })
  problems!: string[];
}

@ObjectType({ simpleResolvers: true })
export class TestConnectionPayload {
  @Field(() => [String], { description: 'Problems that a scan would meet, each as a sentence; empty for none.' })
  problems!: string[];

  @Field(() => [IdentityFactType], { description: 'Whom it reached; empty where nothing answered.' })
  identity!: IdentityFactType[];
}
