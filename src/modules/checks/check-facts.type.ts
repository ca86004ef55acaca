import { Field, ObjectType } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import type { Severity } from '../../connectors/finding.js';
import { SeverityEnum } from './severity.type.js';

/** What every check says of itself, whether the catalogue, the organization or nobody knows it. */
@ObjectType()
export abstract class CheckFacts {
  @Field(() => String, {
    description: 'Of the catalogue or the custom check; `scanner:rule` of a rule that is not known.',
  })
  id!: string;

  @Translated()
  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Translated()
  @Field(() => String, { description: 'What is wrong where it fails; the title where nobody stated it.' })
  fault!: string;

  @Field(() => SeverityEnum, { description: 'How grave it is when the check fails.' })
  severity!: Severity;
}
