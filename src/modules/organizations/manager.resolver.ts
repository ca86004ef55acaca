import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { UserType } from '../auth/auth.type.js';
import { managerLoader } from './manager.loader.js';
import { IdentityProviderType } from './manager.type.js';

@Resolver(() => UserType)
export class ManagerResolver {
  @FieldResolver(() => IdentityProviderType, {
    nullable: true,
    description: 'Identity provider that keeps name and address, and the role where groups have roles; null for none.',
  })
  managedBy(@Root() { id }: UserType, @Ctx() ctx: RequestContext): Promise<IdentityProviderType | null> {
    return ctx.once(managerLoader).load(id);
  }
}
