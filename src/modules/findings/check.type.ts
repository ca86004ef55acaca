import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import type { Severity } from '../../connectors/finding.js';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { SeverityEnum } from '../checks/severity.type.js';
import { CheckedControlWhere } from './checked-control.type.js';
import type { CheckStatus } from './check-list.rules.js';
import { CheckType } from './finding.type.js';

const CheckStatusEnum = {
  failing: 'failing',
  passing: 'passing',
  silent: 'silent',
} as const satisfies { [Each in CheckStatus]: Each };
registerEnumType(CheckStatusEnum, {
  name: 'CheckStatus',
  description: 'What the current findings of a check say.',
  valuesConfig: {
    failing: { description: 'It fails on a resource, accepted or not.' },
    passing: { description: 'It fails on none, and passes on one.' },
    silent: { description: 'No current finding of it passes or fails.' },
  },
});

const TEXT_MAX = 200;
const LIST_MAX = 200;

@InputType({ description: 'Every given condition has to hold; of a list, one of its values.' })
export class ChecksWhere extends CheckedControlWhere {
  static override readonly rules = CheckedControlWhere.rules.extend({
    id: z.array(z.string().max(TEXT_MAX)).max(LIST_MAX).nullish(),
    severity: z.array(z.unknown()).max(LIST_MAX).nullish(),
    provider: z.string().max(TEXT_MAX).nullish(),
  });

  @Field(() => [String], { nullable: true, description: 'Ids of checks, as `Check.id`.' })
  id?: string[] | null;

  @Field(() => [SeverityEnum], { nullable: true, description: 'Severities of the checks.' })
  severity?: Severity[] | null;

  @Field(() => CheckStatusEnum, { nullable: true, description: 'What their current findings say.' })
  status?: CheckStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'What is checked: `aws`, `github`; the scanner of a rule that is not known.',
  })
  provider?: string | null;
}

@ArgsType()
export class ChecksArgs extends PageArgs {
  @Field(() => ChecksWhere, { nullable: true, description: 'Conditions. Default every check.' })
  where?: ChecksWhere | null;
}

export const CheckConnection = connectionOf('Check', CheckType);

@ObjectType('CheckVerdicts', {
  description: 'Current findings of a check by what they say; those of disconnected integrations are not current.',
  simpleResolvers: true,
})
export class CheckVerdictsType {
  @Field(() => Int, {
    description: 'Those that fail, accepted or not.',
  })
  failing!: number;

  @Field(() => Int, { description: 'Of those that fail, the ones that an exception in force accepts.' })
  accepted!: number;

  @Field(() => Int, { description: 'Those that pass.' })
  passing!: number;

  @Field(() => Int, { description: 'All of them, those without a verdict included.' })
  total!: number;
}
