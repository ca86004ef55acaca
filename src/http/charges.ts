import type { Context } from 'koa';
import {
  answerUnits,
  quotaRefusal,
  type CountedCredential,
  type DrawnQuota,
  type RequestQuotas,
} from '../graphql/request-quotas.js';
import type { NamedQuotaState, QuotaState } from '../platform/quota.js';
import { answerQuota, quotaHeaders } from './quota-headers.js';
import type { ServiceState } from './state.js';

/** Name of the reserve in the rate limit headers. */
const RESERVE = 'reserve';

export interface CountOptions {
  /** Whether the request can be for the reserve. */
  isForReserve: boolean;
  /** Receives the state of the reserve each time that the request takes further units of it. */
  onReserve?: (state: NamedQuotaState) => void;
}

/**
 * Counts a request of a credential, beyond the quota in the reserve, and says how it takes further units.
 * @returns of a request in the reserve that, and the refusal if it turns out to be for something else; null for any other
 * @throws {AppError} RATE_LIMITED
 */
export async function count(
  ctx: Context,
  quotas: RequestQuotas,
  credential: CountedCredential,
  { isForReserve, onReserve = () => undefined }: CountOptions,
): Promise<NonNullable<ServiceState['reserve']> | null> {
  const quota = quotas.of(credential);
  const state = await quota.take();
  const reserve = state.isExceeded && isForReserve ? quotas.reserveOf(credential) : null;
  const drawn = await reserve?.take();
  if (!reserve || !drawn || drawn.isExceeded) {
    answerQuota(ctx, state);
    Object.assign(ctx.state, chargesOf(ctx, quota));
    return null;
  }
  ctx.set(quotaHeaders(state));
  Object.assign(
    ctx.state,
    chargesOf(ctx, reserve, (further) => onReserve({ name: RESERVE, ...further })),
  );
  return { state: { name: RESERVE, ...drawn }, refusal: quotaRefusal(state) };
}

/** How a request takes further units. @param answer puts the state into the response @default the rate limit headers */
export function chargesOf(
  ctx: Context,
  quota: DrawnQuota,
  answer: (state: QuotaState) => void = (state) => ctx.set(quotaHeaders(state)),
): Pick<ServiceState, 'take' | 'ask' | 'charge' | 'chargeAnswer'> {
  let own = 1;
  const takeFurther = async (units: number) => {
    const state = await quota.takeFurther(units, own);
    answer(state);
    if (state.isExceeded) throw quotaRefusal(state);
    own += units;
  };
  const charge = async (units: number) => {
    if (units <= 0) return;
    const state = await quota.charge(units);
    own += units;
    if (!ctx.headerSent) answer(state);
  };
  return {
    take: async (units) => {
      if (units > 0) await takeFurther(units);
    },
    ask: () => takeFurther(0),
    charge,
    chargeAnswer: (bytes) => charge(answerUnits(bytes) - own),
  };
}
