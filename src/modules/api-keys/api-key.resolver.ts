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
      'The caller’s API keys, for an admin all users’, newest first. Revoked and expired ones are listed for another 90 days.',
  })
  apiKeys(@Ctx() ctx: RequestContext): Promise<ApiKeyType[]> {
    return readApiKeys(ctx);
  }

  @Mutation(() => CreateApiKeyPayload, {
    description: 'Creates an API key of the caller. Not allowed with an API key.',
  })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreateApiKeyPayload> {
    const { id, key } = await this.service.create(ctx, input);
    return { apiKey: await readApiKey(ctx, id), key };
  }

  @Mutation(() => ApiKeyPayload, {
    description: 'Ends one of the caller’s API keys, for an admin any user’s. Not allowed with an API key.',
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
