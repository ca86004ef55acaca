import { Field, ID, InputType } from 'type-graphql';
import { z } from 'zod';

const LINKS_MAX = 100;

@InputType({ description: 'Of what an artifact is evidence, or is it no longer: at least one id.' })
export class EvidenceLinksInput {
  static readonly rules = z.object({
    controlIds: z.array(z.string()).max(LINKS_MAX).nullish(),
    universalControlIds: z.array(z.string()).max(LINKS_MAX).nullish(),
  });

  @Field(() => [ID], { nullable: true, description: 'UUIDs of controls, at most 100: of uploads alone.' })
  controlIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'UUIDs of universal controls, at most 100, whose next assessment begins with it.',
  })
  universalControlIds?: string[] | null;
}
