import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { readApiKey, readApiKeys } from './api-key.read.js';
import type { ApiKeyService } from './api-key.service.js';
import {
  ApiKeyPayload,
  ApiKeyType,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RevokeApiKeyInput,
} from './api-key.type.js';

@Resolver()
export class ApiKeyResolver {
  constructor(private readonly service: ApiKeyService) {}

  @Query(() => [ApiKeyType], {
    description:
      'API keys of the caller and of the service accounts that they are responsible for, for an admin all, newest first. Revoked and expired ones are listed for another 90 days.',
  })
  apiKeys(@Ctx() ctx: RequestContext): Promise<ApiKeyType[]> {
    return readApiKeys(ctx);
  }

  @Mutation(() => CreateApiKeyPayload, {
    description: 'Creates an API key of a service account. Not allowed with an API key.',
  })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreateApiKeyPayload> {
    if (input.serviceAccountId && !isUuid(input.serviceAccountId))
      throw AppError.invalid('/service_account_id', 'is not a UUID');
    const { id, key } = await this.service.create(ctx, input);
    return { apiKey: await readApiKey(ctx, id), key };
  }

  @Mutation(() => ApiKeyPayload, {
    description: 'Ends an API key that the caller may see. Not allowed with an API key.',
  })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput) { apiKeyId }: RevokeApiKeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ApiKeyPayload> {
    if (!isUuid(apiKeyId)) throw AppError.invalid('/api_key_id', 'is not a UUID');
    await this.service.revoke(ctx, apiKeyId);
    return { apiKey: await readApiKey(ctx, apiKeyId) };
  }
}
