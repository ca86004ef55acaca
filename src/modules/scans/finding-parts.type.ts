import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { FindingParts } from './finding-parts.rules.js';

const FindingKindEnum = {
  failed: 'failed',
  passed: 'passed',
  partly: 'partly',
  manual: 'manual',
  no_check: 'no_check',
} as const satisfies { [Kind in FindingParts['kind']]: Kind };
registerEnumType(FindingKindEnum, {
  name: 'FindingKind',
  description: 'What the `finding` of a result says.',
  valuesConfig: {
    failed: { description: 'Checks fail.' },
    passed: { description: 'Checks show the control.' },
    partly: { description: 'Checks fail nothing, and do not show all that the control asks for.' },
    manual: { description: 'Tests cannot show the control.' },
    no_check: { description: 'No check of the integrations decides it.' },
  },
});

@ObjectType('FindingParts', {
  description: 'Numbers and names in the `finding` of a result, to say it in other words or in another language.',
  simpleResolvers: true,
})
export class FindingPartsType {
  @Field(() => FindingKindEnum, { description: 'What it says.' })
  kind!: FindingParts['kind'];

  @Field(() => Int, { description: 'Checks that fail; passing ones of any other kind.' })
  checks!: number;

  @Field(() => Int, { description: 'Checks that could decide the control, those that pass or fail included.' })
  checksTotal!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The first failing checks by what is wrong, separated by `; `; of scans of a former release by what is wanted.',
  })
  named!: string | null;

  @Field(() => Int, { description: 'Failing checks beyond those that are named.' })
  namedMore!: number;

  @Field(() => Int, { description: 'Checks that could not look.' })
  withheld!: number;

  @Field(() => String, { nullable: true, description: 'The first reasons why, separated by `; `.' })
  withheldReasons!: string | null;

  @Field(() => Int, { description: 'Checks that did not run.' })
  missing!: number;

  @Field(() => Int, { description: 'Checks that ran, decide nothing of the control, and are evidence for it.' })
  supporting!: number;

  @Field(() => Int, { description: 'Resources whose failing findings exceptions accept.' })
  accepted!: number;
}

/** The parts as one type, where what a kind does not have is 0 or null. */
export function flatParts(parts: FindingParts): FindingPartsType {
  const { kind, supporting, accepted } = parts;
  const none = { checks: 0, checksTotal: 0, named: null, namedMore: 0, withheld: 0, withheldReasons: null, missing: 0 };
  const common = { ...none, kind, supporting, accepted };
  switch (parts.kind) {
    case 'failed':
      return {
        ...common,
        checks: parts.failed,
        checksTotal: parts.ran,
        named: parts.titles,
        namedMore: parts.more,
      };
    case 'passed':
      return { ...common, checks: parts.passed, checksTotal: parts.passed };
    case 'partly':
      return {
        ...common,
        checks: parts.passed,
        checksTotal: parts.total,
        withheld: parts.withheld?.number ?? 0,
        withheldReasons: parts.withheld?.reasons ?? null,
        missing: parts.missing,
      };
    case 'manual':
    case 'no_check':
      return common;
  }
}
