import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType('MappingMatrixCell', {
  description: 'Share of one framework’s controls that compliance with another one covers.',
  simpleResolvers: true,
})
export class MappingMatrixCellType {
  @Field(() => String, { description: 'Name of a framework.' })
  from!: string;

  @Field(() => String, { description: 'Name of a framework.' })
  to!: string;

  @Field(() => Int, { description: 'Controls of `to` that share a universal control with a control of `from`.' })
  coveredControls!: number;

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
