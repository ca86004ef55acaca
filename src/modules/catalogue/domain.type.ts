import { Field, ID, ObjectType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';

@ObjectType('Domain', { description: 'A domain of the Unified Control Framework.', simpleResolvers: true })
export class DomainType {
  @Field(() => ID, { description: 'Id, the same in every installation.' })
  id!: string;

  @Field(() => String, { description: 'Three letters.' })
  code!: string;

  @Translated()
  @Field(() => String, { description: 'Name of the domain.' })
  name!: string;

  @Translated()
  @Field(() => String, { description: 'What it is about.' })
  description!: string;
}
