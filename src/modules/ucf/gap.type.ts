import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Control, Framework, UniversalControl } from '../catalogue/catalogue.js';
import { ControlType, FrameworkType } from '../catalogue/catalogue.type.js';
import type { Cover } from './gap.rules.js';
import { UniversalControlType } from './ucf.type.js';

const CoverEnum = { full: 'full', part: 'part', none: 'none' } as const satisfies { [Each in Cover]: Each };
registerEnumType(CoverEnum, {
  name: 'Cover',
  description: 'How far a control is covered by what another framework asks for.',
  valuesConfig: {
    full: { description: 'All that it asks for is asked for there too.' },
    part: { description: 'Some of what it asks for is asked for there too.' },
    none: { description: 'Nothing that it asks for is asked for there.' },
  },
});

@ObjectType('GapControl', { description: 'A control, and how far another framework covers it.', simpleResolvers: true })
export class GapControlType {
  @Field(() => CoverEnum, { description: 'How far it is covered.' })
  cover!: Cover;

  @Field(() => ControlType, { description: 'The control of `to`, with the organization’s own status.' })
  control!: Control;

  @Field(() => [UniversalControlType], {
    description:
      'The universal controls between: those of which `from` asks for an element that the control asks for too.',
  })
  universalControls!: UniversalControl[];
}

@ObjectType('Gap', {
  description: 'What one framework asks for beyond another: how far `from` covers each control of `to`.',
  simpleResolvers: true,
})
export class GapType {
  @Field(() => String, { description: 'Name of the framework that is met.' })
  from!: string;

  @Field(() => String, { description: 'Name of the framework that is wanted.' })
  to!: string;

  @Field(() => FrameworkType, { description: 'The framework that is met.' })
  fromFramework!: Framework;

  @Field(() => FrameworkType, { description: 'The framework that is wanted.' })
  toFramework!: Framework;

  @Field(() => Int, { description: 'Controls in the list.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Those that are covered in full.' })
  fullControls!: number;

  @Field(() => Int, { description: 'Those that are covered in part.' })
  partControls!: number;

  @Field(() => Int, { description: 'Those that are not covered.' })
  noneControls!: number;

  @Field(() => [GapControlType], {
    description:
      'Every control of `to` in natural order; those with the wanted status and assurance, where one is given.',
  })
  controls!: GapControlType[];
}
