import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { z } from 'zod';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { readIntegration } from '../integrations/integration.read.js';
import { IntegrationPayload } from '../integrations/integration.type.js';
import type { ScheduleService } from './schedule.service.js';

@InputType()
class SetScheduleInput {
  static readonly rules = z.object({ cron: z.string().min(1).max(100).nullish() });

  @Field(() => ID, { description: 'Id of the integration.' })
  integrationId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Minute, hour, day, month, weekday, in the organization’s time zone; null removes the schedule.',
  })
  cron?: string | null;
}

@Resolver()
export class ScheduleResolver {
  constructor(private readonly service: ScheduleService) {}

  @Mutation(() => IntegrationPayload, {
    description: 'Sets or removes the schedule by which an integration is scanned.',
  })
  async setSchedule(
    @Arg('input', () => SetScheduleInput) { integrationId, cron = null }: SetScheduleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    if (!isUuid(integrationId)) throw AppError.invalid('/integration_id', 'is not a UUID');
    await this.service.set(ctx, { integrationId, cron });
    const integration = await readIntegration(ctx, integrationId);
    if (!integration) throw notFound();
    return { integration };
  }
}
