import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { UniversalControlType } from '../ucf/ucf.type.js';
import type { MissingAction } from './missing.rules.js';

const MissingActionEnum = {
  repair: 'repair',
  grant_access: 'grant_access',
  run_checks: 'run_checks',
  assess: 'assess',
  add_evidence: 'add_evidence',
  not_mapped: 'not_mapped',
} as const;
registerEnumType(MissingActionEnum, {
  name: 'MissingAction',
  description: 'What would show a part of a control.',
  valuesConfig: {
    repair: { description: 'Repair the resources that fail.' },
    grant_access: { description: 'Grant the access without which a check cannot look.' },
    run_checks: { description: 'Run all checks of its elements, on resources that are in their scope.' },
    assess: { description: 'Assess the universal control.' },
    add_evidence: { description: 'Add a note or evidence to the assessment.' },
    not_mapped: { description: 'No universal control holds it, so nothing here can show it.' },
  },
});

@ObjectType('MissingPart', { description: 'A part of a control that is not shown.', simpleResolvers: true })
export class MissingPartType {
  @Field(() => MissingActionEnum, { description: 'What to do next.' })
  action!: MissingAction;

  @Field(() => UniversalControlType, { description: 'The universal control that asks for it.' })
  universalControl!: UniversalControlType;

  @Field(() => [Int], { description: 'Numbers of its elements.' })
  elements!: number[];

  @Translated()
  @Field(() => String, { description: 'What is not shown.' })
  text!: string;
}
