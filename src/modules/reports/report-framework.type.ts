import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType('ReportFramework', { description: 'A framework that reports can be about.', simpleResolvers: true })
export class ReportFrameworkType {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => String, { description: 'Version of the framework.' })
  version!: string;

  @Field(() => Int, { description: 'Its controls in scope.' })
  totalControls!: number;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed and shown in full / total now, one decimal; null where the score is.',
  })
  assuredScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed / total now, one decimal; null while nothing decides any of its controls.',
  })
  score!: number | null;
}

@ObjectType('ReportFrameworks', { simpleResolvers: true, description: 'Frameworks that reports can be about.' })
export class ReportFrameworksType {
  @Field(() => [ReportFrameworkType], { description: 'The active frameworks.' })
  frameworks!: ReportFrameworkType[];
}
