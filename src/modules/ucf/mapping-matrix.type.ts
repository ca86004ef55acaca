import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Framework } from '../catalogue/catalogue.js';
import { FrameworkType } from '../catalogue/catalogue.type.js';

@ObjectType('MappingMatrixCell', {
  description: 'Share of one framework’s controls that compliance with another one covers.',
  simpleResolvers: true,
})
export class MappingMatrixCellType {
  @Field(() => String, { description: 'Name of a framework.' })
  from!: string;

  @Field(() => String, { description: 'Name of a framework.' })
  to!: string;

  @Field(() => FrameworkType, { description: 'The framework that is met.' })
  fromFramework!: Framework;

  @Field(() => FrameworkType, { description: 'The framework that is wanted.' })
  toFramework!: Framework;

  @Field(() => Int, { description: 'Controls of `to` that share a universal control with a control of `from`.' })
  coveredControls!: number;

  @Field(() => Int, { description: 'Controls of `to` that what `from` asks for covers in full, as in `gap`.' })
  fullControls!: number;

  @Field(() => Int, {
    description:
      'Controls of `to` that it covers in part. One that shares a universal control and none of its elements is not covered.',
  })
  partControls!: number;

  @Field(() => Int, { description: 'Controls of `to`.' })
  totalControls!: number;

  @Field(() => Float, { description: '100 × covered / total, one decimal.' })
  coveragePercentage!: number;
}

@ObjectType('MappingMatrix', { description: 'Every ordered pair of active frameworks.', simpleResolvers: true })
export class MappingMatrixType {
  @Field(() => [MappingMatrixCellType], { description: 'By `from`, then `to`, in the specification’s order.' })
  cells!: MappingMatrixCellType[];
}
