import { Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { Translated } from '../../messages/translated.js';
import type { Control } from '../catalogue/catalogue.js';
import { PropagatedControlType } from '../ucf/assessment.type.js';
import { universalControlFactsLoader } from './derivation.loader.js';
import type { UniversalControlFacts } from './derivation.rules.js';

@ObjectType('HoldingCheck', {
  description: 'A check whose failing findings hold a control failed, whatever people assess.',
  simpleResolvers: true,
})
export class HoldingCheckType {
  @Field(() => String, {
    description: 'Code of the universal control of which an element fails; the first, where the check decides several.',
  })
  universalControlCode!: string;

  @Field(() => ID, { description: 'The integration that was looked at.' })
  integrationId!: string;

  @Field(() => String, { description: 'Name of the integration.' })
  integrationName!: string;

  @Field(() => String, { description: 'The rule in the words of the scanner.' })
  ruleId!: string;

  @Translated()
  @Field(() => String, { description: 'What is checked, as a short statement.' })
  title!: string;

  @Field(() => Int, { description: 'Resources on which it fails and that no exception accepts.' })
  resourcesFailed!: number;
}

@Resolver(() => PropagatedControlType)
export class HoldingChecksResolver {
  @FieldResolver(() => [HoldingCheckType], {
    description:
      'The checks that fail it now, where failing tests hold it: repair what they found, or accept it. Empty where nothing holds it.',
  })
  async holdingChecks(
    @Root() { control, isHeldByFindings }: PropagatedControlType,
    @Ctx() ctx: RequestContext,
  ): Promise<HoldingCheckType[]> {
    if (!isHeldByFindings) return [];
    const loader = ctx.once(universalControlFactsLoader);
    const facts = await Promise.all(control.mappings.map((mapping) => loader.load(mapping.universalControl.no)));
    return holdingChecksOf(control, facts);
  }
}

/** The failing checks of the elements that a control asks for, each with the first of its universal controls. */
function holdingChecksOf({ mappings }: Control, facts: readonly UniversalControlFacts[]): HoldingCheckType[] {
  const failing = mappings.flatMap(({ universalControl, covers }, index) =>
    (facts[index]?.votes ?? [])
      .filter(({ element, result }) => result === 'fail' && covers.includes(element))
      .flatMap(({ integrationId, integrationName, checks }) =>
        checks.map(({ ruleId, title, resourcesFailed, resourcesAccepted }) => ({
          universalControlCode: universalControl.code,
          integrationId,
          integrationName,
          ruleId,
          title,
          resourcesFailed: resourcesFailed - resourcesAccepted,
        })),
      )
      .filter(({ resourcesFailed }) => resourcesFailed > 0),
  );
  // A check decides elements of several universal controls.
  return [...Map.groupBy(failing, ({ integrationId, ruleId }) => `${integrationId} ${ruleId}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}
