import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { readScimToken, readScimTokens } from './scim-token.read.js';
import type { ScimTokenService } from './scim-token.service.js';
import {
  CreateScimTokenInput,
  CreateScimTokenPayload,
  RevokeScimTokenInput,
  ScimTokenPayload,
  ScimTokenType,
} from './scim-token.type.js';

@Resolver()
export class ScimTokenResolver {
  /** @param baseUrl address of SCIM for directories */
  constructor(
    private readonly service: ScimTokenService,
    private readonly baseUrl: () => string,
  ) {}

  @Query(() => [ScimTokenType], { description: 'SCIM tokens, those in force first; revoked ones stay listed.' })
  scimTokens(@Ctx() ctx: RequestContext): Promise<ScimTokenType[]> {
    return readScimTokens(ctx);
  }

  @Mutation(() => CreateScimTokenPayload, { description: 'Creates a token for a directory.' })
  async createScimToken(
    @Arg('input', () => CreateScimTokenInput) input: CreateScimTokenInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreateScimTokenPayload> {
    const { id, token } = await this.service.create(ctx, input);
    return { scimToken: await readScimToken(ctx, id), token, baseUrl: this.baseUrl() };
  }

  @Mutation(() => ScimTokenPayload, { description: 'Ends a token. Members stay as the directory left them.' })
  async revokeScimToken(
    @Arg('input', () => RevokeScimTokenInput) { scimTokenId }: RevokeScimTokenInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScimTokenPayload> {
    if (!isUuid(scimTokenId)) throw AppError.invalid('/scim_token_id', 'is not a UUID');
    await this.service.revoke(ctx, scimTokenId.toLowerCase());
    return { scimToken: await readScimToken(ctx, scimTokenId) };
  }
}
