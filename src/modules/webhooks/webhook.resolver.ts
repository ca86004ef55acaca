import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { AppError, notFound } from '../../platform/errors.js';
import { attemptsLoader, deliveryPageLoader, readDelivery } from './delivery.read.js';
import { pingWebhook, redeliver } from './delivery.service.js';
import { readWebhook, readWebhooks } from './webhook.read.js';
import type { WebhookService } from './webhook.service.js';
import {
  CreateWebhookInput,
  DeleteWebhookInput,
  DeliveriesArgs,
  DeliveryConnection,
  PingWebhookInput,
  RedeliverInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookAttemptType,
  WebhookDeliveryPayload,
  WebhookDeliveryType,
  WebhookPayload,
  WebhookType,
} from './webhook.type.js';

@Resolver(() => WebhookType)
export class WebhookResolver {
  constructor(
    private readonly service: WebhookService,
    private readonly byHand: TenantQuota,
    private readonly vault: Vault,
  ) {}

  @Query(() => [WebhookType], { description: 'Webhooks of the organization, oldest first.' })
  webhooks(@Ctx() ctx: RequestContext): Promise<WebhookType[]> {
    return readWebhooks(ctx, this.vault);
  }

  @Query(() => WebhookType, { description: 'One webhook.' })
  webhook(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookType> {
    return this.find(ctx, id);
  }

  @Query(() => DeliveryConnection, { nullable: true, description: 'Deliveries of one webhook, newest first.' })
  async webhookDeliveries(
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) webhookId: string,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    return this.deliveries(await this.find(ctx, webhookId), args, ctx);
  }

  @FieldResolver(() => DeliveryConnection, {
    description: 'Deliveries, newest first; stored for 30 days after their end.',
  })
  async deliveries(
    @Root() { id: webhookId }: WebhookType,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const query = { webhookId, status: args.status ?? null, request };
    return DeliveryConnection.from(await ctx.once(deliveryPageLoader).load(query), request);
  }

  @Mutation(() => WebhookPayload, { description: 'Creates a webhook. It receives events from now on.' })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookPayload> {
    return { webhook: await this.find(ctx, await this.service.create(ctx, input)) };
  }

  @Mutation(() => WebhookPayload, { description: 'Changes the given fields; enables and disables.' })
  async updateWebhook(
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookPayload> {
    assertUuid(input.webhookId, '/webhook_id');
    await this.service.update(ctx, input);
    return { webhook: await this.find(ctx, input.webhookId) };
  }

  @Mutation(() => WebhookPayload, { description: 'Deletes a webhook with its deliveries; returns it as it was.' })
  async deleteWebhook(
    @Arg('input', () => DeleteWebhookInput) { webhookId }: DeleteWebhookInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookPayload> {
    assertUuid(webhookId, '/webhook_id');
    return { webhook: await this.service.delete(ctx, webhookId) };
  }

  @Mutation(() => WebhookPayload, { description: 'Replaces the secret; the old one signs too until the overlap ends.' })
  async rotateWebhookSecret(
    @Arg('input', () => RotateWebhookSecretInput) input: RotateWebhookSecretInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookPayload> {
    assertUuid(input.webhookId, '/webhook_id');
    await this.service.rotateSecret(ctx, input);
    return { webhook: await this.find(ctx, input.webhookId) };
  }

  @Mutation(() => WebhookDeliveryPayload, { description: 'Sends a test event `ping` to this webhook only.' })
  async pingWebhook(
    @Arg('input', () => PingWebhookInput) { webhookId }: PingWebhookInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookDeliveryPayload> {
    assertUuid(webhookId, '/webhook_id');
    return payload(ctx, await pingWebhook(ctx, webhookId, this.byHand));
  }

  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Repeats a delivery that has ended: same event id, same body.',
  })
  async redeliver(
    @Arg('input', () => RedeliverInput) { deliveryId }: RedeliverInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WebhookDeliveryPayload> {
    assertUuid(deliveryId, '/delivery_id');
    return payload(ctx, await redeliver(ctx, deliveryId, this.byHand));
  }

  /** Webhook of the tenant. @throws {AppError} NOT_FOUND for an unknown, malformed or foreign id alike */
  private async find(ctx: RequestContext, id: string): Promise<WebhookType> {
    const webhook = isUuid(id) ? await readWebhook(ctx, id, this.vault) : null;
    if (!webhook) throw notFound();
    return webhook;
  }
}

@Resolver(() => WebhookDeliveryType)
export class WebhookDeliveryResolver {
  @FieldResolver(() => [WebhookAttemptType], { description: 'Every attempt whose outcome is known, in order.' })
  attempts(@Root() { id }: WebhookDeliveryType, @Ctx() ctx: RequestContext): Promise<WebhookAttemptType[]> {
    return ctx.once(attemptsLoader).load(id);
  }
}

async function payload(ctx: RequestContext, deliveryId: string): Promise<WebhookDeliveryPayload> {
  const delivery = await readDelivery(ctx, deliveryId);
  if (!delivery) throw notFound();
  return { delivery };
}

function assertUuid(id: string, field: string): void {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
}
