import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Method } from './content-shapes.js';

export const EffortEnum = { low: 'low', medium: 'medium', high: 'high' } as const;
registerEnumType(EffortEnum, {
  name: 'Effort',
  description: 'Estimated work of a remediation.',
  valuesConfig: {
    low: { description: 'Minutes.' },
    medium: { description: 'About a day.' },
    high: { description: 'A project.' },
  },
});

@ObjectType('Framework', { description: 'A compliance framework.', simpleResolvers: true })
export class FrameworkType {
  @Field(() => ID, { description: 'Id, the same in every installation.' })
  id!: string;

  @Field(() => String, { description: 'As in `framework` arguments: `SOC 2`.' })
  name!: string;

  @Field(() => String, { description: 'Short name for addresses: `soc2`.' })
  slug!: string;

  @Field(() => String, { description: 'Version that is evaluated.' })
  version!: string;

  @Field(() => String, { description: 'What it is, and whom it is for.' })
  description!: string;
}

@ObjectType('FrameworkTestability', {
  description:
    'How many controls of a framework tests can decide, where everything that a check of the catalogue reads is connected. The first three add up to all of them.',
  simpleResolvers: true,
})
export class FrameworkTestabilityType {
  @Field(() => Int, {
    description: 'Tests alone can show all that they ask for, and pass them; they can fail them too.',
  })
  full!: number;

  @Field(() => Int, {
    description: 'Tests decide some of what they ask for: they can fail them, only people pass them.',
  })
  part!: number;

  @Field(() => Int, { description: 'Tests decide nothing of them: only people pass or fail them.' })
  none!: number;

  @Field(() => Int, { description: 'Tests can fail them: those of `full` and `part`.' })
  failable!: number;

  @Field(() => Int, {
    description: 'Those of `none` for which checks of the catalogue collect evidence, which decides nothing.',
  })
  supported!: number;
}

const MethodEnum = { automated: 'automated', hybrid: 'hybrid', manual: 'manual' } as const;
registerEnumType(MethodEnum, {
  name: 'Method',
  description:
    'Who can show a control: tests of the technology, people, or only both together. Tests never pass a manual one.',
  valuesConfig: {
    automated: { description: 'Tests of the technology.' },
    hybrid: { description: 'Tests and people, only together.' },
    manual: { description: 'People. Tests never pass it.' },
  },
});

@ObjectType('ControlAttribute', {
  description: 'A property that a framework gives its controls.',
  simpleResolvers: true,
})
export class ControlAttributeType {
  @Field(() => String, { description: '`trust_category`, `specification`, `section`, …' })
  key!: string;

  @Field(() => String, { description: 'Name of the attribute, for people.' })
  name!: string;

  @Field(() => String, { description: 'Its value, for programs.' })
  value!: string;

  @Field(() => String, { description: 'Its value, for people.' })
  valueName!: string;
}

@ObjectType('RemediationStep', { simpleResolvers: true, description: 'One step of a repair.' })
export class RemediationStepType {
  @Field(() => Int, { description: 'From 1.' })
  order!: number;

  @Translated()
  @Field(() => String, { description: 'Title of the step.' })
  title!: string;

  @Translated()
  @Field(() => String, { description: 'What to do.' })
  instruction!: string;

  @Field(() => String, { nullable: true, description: 'A command line, with placeholders in angle brackets.' })
  command!: string | null;
}

@ObjectType('Documentation', { description: 'A page of a provider’s own documentation.', simpleResolvers: true })
export class DocumentationType {
  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Address of a search for the title at the provider; null where that has none without a log-in.',
  })
  searchUrl!: string | null;
}

@ObjectType('Remediation', { description: 'How to make a control pass.', simpleResolvers: true })
export class RemediationType {
  @Translated()
  @Field(() => String, { description: 'What to do, as a sentence.' })
  summary!: string;

  @Field(() => EffortEnum, { description: 'How much work it is.' })
  effort!: 'low' | 'medium' | 'high';

  @Field(() => [RemediationStepType], { description: 'What to do, in this order.' })
  steps!: RemediationStepType[];

  @Field(() => [String], { description: 'Titles of the provider’s own documentation.' })
  references!: string[];

  @Field(() => [DocumentationType], { description: 'The same, each with where it is found.' })
  documentation!: DocumentationType[];
}

/** A control; its status and everything that hangs on the tenant is resolved, the rest is the catalogue's own object. */
@ObjectType('Control', { description: 'A control of a framework.', simpleResolvers: true })
export class ControlType {
  @Field(() => ID, { description: 'Id, the same in every installation; `control(id)` takes it.' })
  id!: string;

  @Field(() => String, { description: 'The framework’s own short code.' })
  controlId!: string;

  @Field(() => String, { description: 'Short title.' })
  title!: string;

  @Field(() => String, { description: 'What it asks for, in our own words.' })
  description!: string;

  @Field(() => String, { description: 'Section of the framework that it stands in, in the words of the framework.' })
  category!: string;

  @Field(() => String, { description: 'What an auditor of the framework would ask about it.' })
  auditQuestion!: string;

  @Field(() => [String], { description: 'Artifacts that would prove it.' })
  exampleEvidence!: string[];

  @Field(() => Int, { nullable: true, description: 'CMMC: 1 to 3; null elsewhere.' })
  maturityLevel!: number | null;

  @Field(() => MethodEnum, { description: 'Whether tests can show it: automated, hybrid or manual.' })
  method!: Method;

  @Field(() => Boolean, {
    description: 'False of a control that its framework has no more: its history can be read, nothing decides it.',
  })
  isCurrent!: boolean;

  @Field(() => FrameworkType, { description: 'The framework that it belongs to.' })
  framework!: FrameworkType;
}
