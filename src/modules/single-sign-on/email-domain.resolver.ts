import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { readEmailDomain, readEmailDomains } from './email-domain.read.js';
import type { EmailDomainService } from './email-domain.service.js';
import {
  ClaimEmailDomainInput,
  EmailDomainInput,
  EmailDomainPayload,
  EmailDomainType,
  ReleaseEmailDomainPayload,
} from './email-domain.type.js';

@Resolver()
export class EmailDomainResolver {
  constructor(private readonly service: EmailDomainService) {}

  @Query(() => [EmailDomainType], { description: 'Domains that the organization has claimed, by name.' })
  emailDomains(@Ctx() ctx: RequestContext): Promise<EmailDomainType[]> {
    return readEmailDomains(ctx);
  }

  @Mutation(() => EmailDomainPayload, { description: 'Claims a domain. It counts once its TXT record was found.' })
  async claimEmailDomain(
    @Arg('input', () => ClaimEmailDomainInput) { domain }: ClaimEmailDomainInput,
    @Ctx() ctx: RequestContext,
  ): Promise<EmailDomainPayload> {
    return payload(ctx, await this.service.claim(ctx, domain));
  }

  @Mutation(() => EmailDomainPayload, { description: 'Looks for the TXT record of a domain.' })
  async verifyEmailDomain(
    @Arg('input', () => EmailDomainInput) { domainId }: EmailDomainInput,
    @Ctx() ctx: RequestContext,
  ): Promise<EmailDomainPayload> {
    await this.service.verify(ctx, checked(domainId));
    return payload(ctx, domainId);
  }

  @Mutation(() => ReleaseEmailDomainPayload, {
    description: 'Gives a domain up: addresses in it no longer log in by single sign-on.',
  })
  async releaseEmailDomain(
    @Arg('input', () => EmailDomainInput) { domainId }: EmailDomainInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReleaseEmailDomainPayload> {
    await this.service.release(ctx, checked(domainId));
    return { releasedId: domainId };
  }
}

function checked(id: string): string {
  if (isUuid(id)) return id;
  throw AppError.invalid('/domain_id', 'is not a UUID');
}

async function payload(ctx: RequestContext, id: string): Promise<EmailDomainPayload> {
  const emailDomain = await readEmailDomain(ctx, id);
  if (!emailDomain) throw notFound();
  return { emailDomain };
}
