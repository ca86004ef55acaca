import type { KeyObject } from 'node:crypto';
import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { entryOfResource } from './chain.sql.js';
import { readHeads } from './head.read.js';
import { AuditHeadConnection, AuditHeadsArgs, AuditKeyType, AuditProofArgs, AuditProofType } from './head.type.js';
import { NoProof, proveEntry, type InclusionProof } from './inclusion-proof.js';
import { keyIdOf, publicPem } from './signed-head.rules.js';

@Resolver()
export class HeadResolver {
  /** @param publicKeys the current one first */
  constructor(private readonly publicKeys: readonly KeyObject[]) {}

  @Query(() => [AuditKeyType], { description: 'The public keys of signed heads, the current one first.' })
  auditKeys(): AuditKeyType[] {
    return this.publicKeys.map((key, place) => ({
      keyId: keyIdOf(key),
      publicKey: publicPem(key),
      isCurrent: place === 0,
    }));
  }

  @Query(() => AuditHeadConnection, { description: 'The signed heads of the audit trail, newest first.' })
  async auditHeads(@Args(() => AuditHeadsArgs) args: AuditHeadsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    return AuditHeadConnection.from(await readHeads(ctx, request), request);
  }

  @Query(() => AuditProofType, {
    description: 'Proof that an entry of the audit trail, or the upload of evidence, is in a signed head.',
  })
  async auditProof(
    @Args(() => AuditProofArgs) args: AuditProofArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<InclusionProof> {
    const { tenantId } = ctx.viewer;
    const sequence = await sequenceOf(ctx, args);
    try {
      return await proveEntry(ctx.em, { tenantId, sequence }, this.publicKeys);
    } catch (err) {
      throw err instanceof NoProof ? new AppError('CONFLICT', err.message, { cause: err }) : err;
    }
  }
}

/** @throws {AppError} VALIDATION_FAILED unless exactly one is given; NOT_FOUND for evidence without an upload */
async function sequenceOf({ em, viewer }: RequestContext, { sequence, evidenceId }: AuditProofArgs): Promise<number> {
  if ((sequence === undefined) === (evidenceId === undefined))
    throw AppError.invalid('/sequence', 'either this or evidence_id is needed');
  if (sequence !== undefined) {
    if (sequence < 1) throw AppError.invalid('/sequence', 'must be at least 1');
    return sequence;
  }
  if (evidenceId === undefined || !isUuid(evidenceId)) throw AppError.invalid('/evidence_id', 'is not a UUID');
  const search = { tenantId: viewer.tenantId, action: 'evidence.uploaded', resourceId: evidenceId };
  const entry = await entryOfResource.one(em, search);
  if (!entry) throw notFound();
  return entry.sequence;
}
