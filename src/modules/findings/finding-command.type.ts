import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('FindingCommand', { description: 'A command of a repair, for one resource.', simpleResolvers: true })
export class FindingCommandType {
  @Field(() => Int, { description: '`order` of the step of the remediation that it is of.' })
  step!: number;

  @Field(() => String, {
    description:
      'The command line; what the id of the resource does not contain stays a placeholder in angle brackets.',
  })
  command!: string;
}
