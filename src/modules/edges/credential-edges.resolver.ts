import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { ApiKeyType } from '../api-keys/api-key.type.js';
import { AuditActorType } from '../audit/audit.type.js';
import { SecurityEventActorType } from '../security-events/security-event.type.js';
import { WebhookDeliveryType } from '../webhooks/webhook.type.js';
import { edge } from './edge.js';
import { API_KEY, DELIVERY } from './targets.js';

@Resolver(() => AuditActorType)
export class AuditActorCredentialEdges {
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The API key that was used, where the caller may see it.',
  })
  apiKey(@Root() { apiKeyId: id }: { apiKeyId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, API_KEY);
  }
}

@Resolver(() => SecurityEventActorType)
export class SecurityEventActorCredentialEdges {
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The API key that was used, where the caller may see it.',
  })
  apiKey(@Root() { apiKeyId: id }: { apiKeyId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, API_KEY);
  }
}

@Resolver(() => WebhookDeliveryType)
export class WebhookDeliveryCredentialEdges {
  @FieldResolver(() => WebhookDeliveryType, { nullable: true, description: 'The delivery that it repeats.' })
  redeliveryOfDelivery(
    @Root() { redeliveryOf: id }: { redeliveryOf: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, DELIVERY);
  }
}
