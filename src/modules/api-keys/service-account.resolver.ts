import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { readServiceAccount, readServiceAccounts } from './service-account.read.js';
import type { ServiceAccountService } from './service-account.service.js';
import {
  CreateServiceAccountInput,
  DisableServiceAccountInput,
  ServiceAccountPayload,
  ServiceAccountType,
  UpdateServiceAccountInput,
} from './service-account.type.js';

@Resolver()
export class ServiceAccountResolver {
  constructor(private readonly service: ServiceAccountService) {}

  @Query(() => [ServiceAccountType], {
    description: 'Service accounts that the caller is responsible for, for an admin all of them; disabled ones last.',
  })
  serviceAccounts(@Ctx() ctx: RequestContext): Promise<ServiceAccountType[]> {
    return readServiceAccounts(ctx);
  }

  @Mutation(() => ServiceAccountPayload, {
    description: 'Creates a service account, for which the caller is responsible.',
  })
  async createServiceAccount(
    @Arg('input', () => CreateServiceAccountInput) input: CreateServiceAccountInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ServiceAccountPayload> {
    return { serviceAccount: await readServiceAccount(ctx, await this.service.create(ctx, input)) };
  }

  @Mutation(() => ServiceAccountPayload, { description: 'Makes another member responsible for a service account.' })
  async updateServiceAccount(
    @Arg('input', () => UpdateServiceAccountInput) { serviceAccountId, responsibleId }: UpdateServiceAccountInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ServiceAccountPayload> {
    const id = checked(serviceAccountId, '/service_account_id');
    await this.service.setResponsible(ctx, id, checked(responsibleId, '/responsible_id'));
    return { serviceAccount: await readServiceAccount(ctx, id) };
  }

  @Mutation(() => ServiceAccountPayload, { description: 'Disables a service account and revokes its keys, for good.' })
  async disableServiceAccount(
    @Arg('input', () => DisableServiceAccountInput) { serviceAccountId }: DisableServiceAccountInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ServiceAccountPayload> {
    const id = checked(serviceAccountId, '/service_account_id');
    await this.service.disable(ctx, id);
    return { serviceAccount: await readServiceAccount(ctx, id) };
  }
}

function checked(id: string, field: string): string {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  return id.toLowerCase();
}
