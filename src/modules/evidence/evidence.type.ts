import { ArgsType, Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { EvidenceWithdrawalType } from './withdrawal.type.js';

const EvidenceTypeEnum = { auto: 'auto', manual: 'manual' } as const;
registerEnumType(EvidenceTypeEnum, {
  name: 'EvidenceType',
  description: 'Origin of an artifact: a scan or an upload.',
  valuesConfig: { auto: { description: 'Collected by a scan.' }, manual: { description: 'Uploaded by a person.' } },
});

/** Order of a list of artifacts. */
export type EvidenceOrder = 'newest' | 'expiry';

const EvidenceOrderEnum = { newest: 'newest', expiry: 'expiry' } as const satisfies { [Each in EvidenceOrder]: Each };
registerEnumType(EvidenceOrderEnum, {
  name: 'EvidenceOrder',
  description: 'Order of artifacts.',
  valuesConfig: {
    newest: { description: 'The newest first.' },
    expiry: {
      description:
        'What has expired, and then what expires next, first; what never expires last. Of uploads alone: nothing that a scan collects expires.',
    },
  },
});

@ObjectType('Evidence', { description: 'An artifact that shows how a control is met or not.', simpleResolvers: true })
export class EvidenceType {
  @Field(() => ID, { description: 'Id, as `evidence(id)` takes it.' })
  id!: string;

  @Field(() => EvidenceTypeEnum, { description: 'Whether a scan collected it or a person uploaded it.' })
  type!: 'auto' | 'manual';

  @Field(() => String, { description: 'Title of the artifact.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Description that its author gave; null without one.' })
  description!: string | null;

  @Field(() => ID, { nullable: true, description: 'The scan that collected it; null of uploads.' })
  scanJobId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The artifact of the scan whose file has it: of a control’s part of what a scan stored. Null of artifacts with a file of their own.',
  })
  partOfId!: string | null;

  @Field(() => String, {
    description: 'Key of the stored object, of a part with its bytes: `…/evidence.ndjson;bytes=0-1023`.',
  })
  fileReference!: string;

  @Field(() => String, { description: 'Name of the file when it is downloaded.' })
  fileName!: string;

  @Field(() => String, { description: 'Media type of the file, found in its content.' })
  contentType!: string;

  @Field(() => Float, { description: 'Size in bytes.' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of the stored bytes, hexadecimal.' })
  sha256!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was collected; of an upload, as its author says.' })
  collectedAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it stops to count as in date; null where it does not.',
  })
  expiresAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was stored.' })
  createdAt!: Date;

  @Field(() => ID, { nullable: true, description: 'The user who uploaded it or triggered the scan.' })
  createdBy!: string | null;

  @Field(() => ID, { description: 'Id of the first version of the document, which all of its versions share.' })
  documentId!: string;

  @Field(() => Int, { description: 'Which version of the document it is, from 1 on.' })
  version!: number;

  @Field(() => Int, { description: 'Number of versions that the document has.' })
  versionsTotal!: number;

  @Field(() => ID, {
    description: 'The current version of the document: the newest that is not withdrawn, or the newest where all are.',
  })
  currentId!: string;

  @Field(() => EvidenceWithdrawalType, { nullable: true, description: 'Null where it is not withdrawn.' })
  withdrawal!: EvidenceWithdrawalType | null;
}

@ObjectType('EvidencePayload', { simpleResolvers: true })
export class EvidencePayload {
  @Field(() => EvidenceType)
  evidence!: EvidenceType;
}

@ArgsType()
export class EvidenceListArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'UUID of a control, or its code (`CC6.1`) with `framework` beside it.',
  })
  controlId?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name, slug or id of the active framework that has the code `controlId`.',
  })
  framework?: string;

  @Field(() => EvidenceTypeEnum, { nullable: true, description: 'Collected by scans, or uploaded by people.' })
  type?: 'auto' | 'manual';

  @Field(() => String, {
    nullable: true,
    description: 'The artifact, or the part of one, with this `fileReference`, as results name it.',
  })
  evidenceKey?: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Artifacts that expire at this time or later.',
  })
  expiresFrom?: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Artifacts that expire, or have expired, before this time.',
  })
  expiresBefore?: Date;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Artifacts of scans of exactly these integrations, as `evidenceOfScans` folds them; an empty list: of scans that were removed.',
  })
  integrationIds?: string[];

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether versions that newer ones replace are listed, too; of each document the current one without it.',
  })
  allVersions!: boolean;

  @Field(() => EvidenceOrderEnum, {
    nullable: true,
    description: 'Default `newest`. `expiry` requires `type: manual`.',
  })
  orderBy?: EvidenceOrder | null;
}

export const EvidenceConnection = connectionOf('Evidence', EvidenceType);
