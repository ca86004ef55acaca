import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';

@ObjectType('AuditedVote', { description: 'What an integration says of an element.', simpleResolvers: true })
export class AuditedVoteType {
  @Field(() => String, { description: 'Name of the integration.' })
  integrationName!: string;

  @Field(() => String, { description: '`pass`, `fail`, `held`, `supported` or `incomplete`.' })
  result!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was evaluated.' })
  evaluatedAt!: Date;
}

@ObjectType('AuditedElement', { description: 'An element that the control asks for.', simpleResolvers: true })
export class AuditedElementType {
  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Translated()
  @Field(() => String, { description: 'What it asks for.' })
  text!: string;

  @Field(() => String, { description: '`passed`, `failed`, `held` or `unknown`.' })
  state!: string;

  @Field(() => [AuditedVoteType], { description: 'What integrations say.' })
  votes!: AuditedVoteType[];
}

@ObjectType('AuditedMapping', {
  description: 'A universal control behind a control, with what shows it.',
  simpleResolvers: true,
})
export class AuditedMappingType {
  @Field(() => String, { description: 'Code of the universal control.' })
  universalControl!: string;

  @Translated()
  @Field(() => String, { description: 'Title of the universal control.' })
  title!: string;

  @Field(() => String, { description: 'How the control relates to it.' })
  relationship!: string;

  @Field(() => String, { description: '`contradicted`, `shown` or `open`.' })
  state!: string;

  @Field(() => Boolean, { description: 'Whether tests show every element that it covers; never of a manual control.' })
  isTested!: boolean;

  @Field(() => [AuditedElementType], { description: 'The elements that the control asks for.' })
  elements!: AuditedElementType[];
}

@ObjectType('AuditedDerivation', { description: 'Why a control has its status now.', simpleResolvers: true })
export class AuditedDerivationType {
  @Field(() => String, {
    nullable: true,
    description: '`tests`, `assessment` or `scope`; null where nothing decides it.',
  })
  decidedBy!: string | null;

  @Field(() => [AuditedMappingType], { description: 'What is known of each mapping.' })
  mappings!: AuditedMappingType[];

  @Field(() => [String], { description: 'What is not shown, in sentences.' })
  missing!: string[];
}
