import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { ledgerLoader } from '../posture/ledger.loader.js';
import { exclusionOf } from '../scope/framework-scope.js';
import { universalControlFactsLoader } from './derivation.loader.js';
import { derivationOf, NOTHING_KNOWN } from './derivation.rules.js';
import { DerivationType } from './derivation.type.js';

@Resolver(() => ControlType)
export class DerivationResolver {
  @FieldResolver(() => DerivationType, { description: 'Why it has its status, and what would show it in full.' })
  async derivation(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<object> {
    const loader = ctx.once(universalControlFactsLoader);
    const nos = control.mappings.map(({ universalControl }) => universalControl.no);
    const [history, scopeDecision, facts] = await Promise.all([
      ctx.once(ledgerLoader).load(control.no),
      exclusionOf(ctx, control),
      Promise.all(nos.map(async (no) => [no, await loader.load(no)] as const)),
    ]);
    const byNo = new Map(facts);
    const derivation = derivationOf(control, {
      factsOf: (no) => byNo.get(no) ?? NOTHING_KNOWN,
      isInScope: scopeDecision === null,
    });
    const since = history.find(({ status, previousStatus }) => status !== previousStatus)?.changedAt ?? null;
    return { ...derivation, since, scopeDecision };
  }
}
