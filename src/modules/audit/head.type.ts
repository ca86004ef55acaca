import { ArgsType, Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';

@ObjectType('AuditKey', { description: 'A public key of signed heads (Ed25519).', simpleResolvers: true })
export class AuditKeyType {
  @Field(() => String, { description: 'First 16 digits of the SHA-256 of its 32 bytes.' })
  keyId!: string;

  @Field(() => String, { description: 'PEM.' })
  publicKey!: string;

  @Field(() => Boolean, { description: 'Whether heads are signed with it now; earlier keys still verify theirs.' })
  isCurrent!: boolean;
}

@ObjectType('AuditHead', {
  description: 'A signed head: the state of the audit trail at some moment, which fixes all entries before.',
  simpleResolvers: true,
})
export class AuditHeadType {
  @Field(() => Float, { description: 'Number of entries that it covers.' })
  size!: number;

  @Field(() => GraphQLISODateTime, { description: 'When the head was signed.' })
  signedAt!: Date;

  @Field(() => String, { description: 'Signed note (C2SP tlog-checkpoint): size, root of the Merkle tree, signature.' })
  note!: string;
}

@ObjectType('AuditProof', {
  description: 'Inclusion proof (RFC 6962) of an entry in a signed head, which is verified without this service.',
  simpleResolvers: true,
})
export class AuditProofType {
  @Field(() => String, { description: 'Text of the entry; its SHA-256 is the data of the leaf.' })
  text!: string;

  @Field(() => Int, { description: 'Number of the leaf, from 0.' })
  index!: number;

  @Field(() => Int, { description: 'Number of leaves.' })
  size!: number;

  @Field(() => [String], { description: 'Sibling hashes from the leaf to the root, hexadecimal.' })
  path!: string[];

  @Field(() => String, { description: 'Signed note of the head.' })
  note!: string;
}

@ArgsType()
export class AuditProofArgs {
  @Field(() => Int, { nullable: true, description: 'Number of the entry.' })
  sequence?: number;

  @Field(() => ID, { nullable: true, description: 'Uploaded evidence, whose entry has the SHA-256 of the file.' })
  evidenceId?: string;
}

@ArgsType()
export class AuditHeadsArgs extends PageArgs {}

export const AuditHeadConnection = connectionOf('AuditHead', AuditHeadType);
