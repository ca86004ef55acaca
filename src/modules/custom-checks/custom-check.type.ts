import { Field, GraphQLISODateTime, ID, InputType, ObjectType } from 'type-graphql';
import type { Severity } from '../../connectors/finding.js';
import { EffortEnum, RemediationType } from '../catalogue/catalogue.type.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { UniversalControlType } from '../ucf/ucf.type.js';

const EXPRESSION = 'CEL over `resource` (the properties), `id`, `name`, `region` and `account`';
const SENTENCE = 'CEL in braces: `Bucket {name} is in {region}.` At most 1,000 characters.';

@ObjectType('CustomCheck', { description: 'A check that the organization has written.', simpleResolvers: true })
export class CustomCheckType {
  @Field(() => ID, { description: 'Id, as `customCheck(id)` takes it; also the id of its findings’ check.' })
  id!: string;

  @Field(() => String, { description: 'Unique in the organization; does not change.' })
  key!: string;

  @Field(() => String, { description: '`custom.<key>`: its id in findings and results.' })
  ruleId!: string;

  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Field(() => String, { description: 'What is checked, at length.' })
  description!: string;

  @Field(() => String, { description: 'Why it matters.' })
  rationale!: string;

  @Field(() => SeverityEnum, { description: 'How grave it is when the check fails.' })
  severity!: Severity;

  @Field(() => String, { description: 'The type of the resources that it evaluates; see `resourceTypes`.' })
  resourceType!: string;

  @Field(() => String, { nullable: true, description: 'Whether a resource is in its scope; null where all are.' })
  applies!: string | null;

  @Field(() => String, { description: 'Whether a resource passes.' })
  passes!: string;

  @Field(() => String, { description: 'Sentence of a finding that passes, with CEL in braces.' })
  saysPass!: string;

  @Field(() => String, {
    description: 'Sentence of a finding that fails, with CEL in braces: `Bucket {name} is in {region}.`',
  })
  saysFail!: string;

  @Field(() => [UniversalControlType], {
    description: 'The universal controls that it decides, and through them controls of every framework.',
  })
  universalControls!: UniversalControlType[];

  @Field(() => RemediationType, { nullable: true, description: 'How to make a resource pass.' })
  remediation!: RemediationType | null;

  @Field(() => Boolean, { description: 'Whether scans run it.' })
  isEnabled!: boolean;

  @Field(() => String, { description: 'Changes with the logic, not with the texts.' })
  version!: string;

  @Field(() => ID, { nullable: true, description: 'Id of who made it; null where the account is gone.' })
  createdBy!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

@InputType({ description: 'One step of the repair of a custom check.' })
class CustomCheckStepInput {
  @Field(() => String, { description: 'At most 200 characters.' })
  title!: string;

  @Field(() => String, { description: 'At most 2,000 characters.' })
  instruction!: string;

  @Field(() => String, { nullable: true, description: 'A command to run, at most 2,000 characters.' })
  command?: string | null;
}

@InputType({ description: 'How to make a custom check pass.' })
class CustomCheckRemediationInput {
  @Field(() => String, { description: 'At most 1,000 characters.' })
  summary!: string;

  @Field(() => EffortEnum, { nullable: true, description: 'Default `medium`.' })
  effort?: 'low' | 'medium' | 'high' | null;

  @Field(() => [CustomCheckStepInput], { description: '1 to 20.' })
  steps!: CustomCheckStepInput[];
}

@InputType()
export class CreateCustomCheckInput {
  @Field(() => String, { description: 'Lower-case letters, digits and hyphens, at most 60 characters.' })
  key!: string;

  @Field(() => String, { description: 'At most 200 characters.' })
  title!: string;

  @Field(() => String, { description: 'What it checks. At most 2,000 characters.' })
  description!: string;

  @Field(() => String, { description: 'Why it matters. At most 2,000 characters.' })
  rationale!: string;

  @Field(() => SeverityEnum, { description: 'How grave it is when the check fails.' })
  severity!: Severity;

  @Field(() => String, { description: 'One of `resourceTypes`.' })
  resourceType!: string;

  @Field(() => String, {
    nullable: true,
    description: `Whether a resource is in scope: ${EXPRESSION}. Default: all are.`,
  })
  applies?: string | null;

  @Field(() => String, { description: `Whether it passes: ${EXPRESSION}. At most 2,000 characters.` })
  passes!: string;

  @Field(() => String, { description: SENTENCE })
  saysPass!: string;

  @Field(() => String, { description: SENTENCE })
  saysFail!: string;

  @Field(() => [String], { description: 'Codes of universal controls, 1 to 10.' })
  universalControls!: string[];

  @Field(() => CustomCheckRemediationInput, {
    nullable: true,
    description: 'How to make the check pass; none where it is left out.',
  })
  remediation?: CustomCheckRemediationInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  isEnabled?: boolean | null;
}

@InputType({ description: 'Only given fields are changed. Null removes `applies` and `remediation`.' })
export class UpdateCustomCheckInput {
  @Field(() => ID, { description: 'Id of the custom check.' })
  customCheckId!: string;

  @Field(() => String, { nullable: true, description: 'What is checked, as a short statement.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What is checked, at length.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Why it matters.' })
  rationale?: string | null;

  @Field(() => SeverityEnum, { nullable: true, description: 'How grave it is when the check fails.' })
  severity?: Severity | null;

  @Field(() => String, { nullable: true, description: 'One of `resourceTypes`.' })
  resourceType?: string | null;

  @Field(() => String, { nullable: true, description: 'CEL expression: the resources that the check is about.' })
  applies?: string | null;

  @Field(() => String, { nullable: true, description: 'CEL expression: true of a resource that meets the check.' })
  passes?: string | null;

  @Field(() => String, { nullable: true, description: 'Sentence of a finding that passes.' })
  saysPass?: string | null;

  @Field(() => String, { nullable: true, description: 'Sentence of a finding that fails.' })
  saysFail?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Codes of the universal controls that it is about, as of `createCustomCheck`.',
  })
  universalControls?: string[] | null;

  @Field(() => CustomCheckRemediationInput, { nullable: true, description: 'How to make the check pass.' })
  remediation?: CustomCheckRemediationInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether scans run it.' })
  isEnabled?: boolean | null;
}

@InputType()
export class DeleteCustomCheckInput {
  @Field(() => ID, { description: 'Id of the custom check.' })
  customCheckId!: string;
}

@ObjectType({ simpleResolvers: true })
export class CustomCheckPayload {
  @Field(() => CustomCheckType)
  customCheck!: CustomCheckType;
}
