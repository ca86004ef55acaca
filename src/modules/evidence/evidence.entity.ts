import { defineEntity, p } from '@mikro-orm/core';

/** A file that shows how controls are met or not. Never changed; its object is complete before its row is written. */
export const EvidenceEntity = defineEntity({
  name: 'Evidence',
  tableName: 'evidence',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    type: p.text().$type<'auto' | 'manual'>(),
    title: p.text(),
    description: p.text().nullable(),
    /** Key of the object. */
    fileReference: p.text(),
    fileName: p.text(),
    contentType: p.text(),
    /** Size in bytes. */
    size: p.bigint('number'),
    /** SHA-256 of the stored bytes, hexadecimal. */
    sha256: p.text(),
    collectedAt: p.datetime(),
    /** Null for evidence that does not expire. */
    expiresAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The user who uploaded it, or triggered its scan. */
    createdBy: p.uuid().nullable(),
    /** Null for uploads. */
    scanId: p.uuid().nullable(),
  },
});

/** An artifact's link to a control, by the number of the control in the catalogue. */
export const EvidenceControlEntity = defineEntity({
  name: 'EvidenceControl',
  tableName: 'evidence_controls',
  properties: {
    tenantId: p.uuid().primary(),
    evidence: () => p.manyToOne(EvidenceEntity).primary().joinColumn('evidence_id'),
    controlNo: p.integer().primary(),
    /** Those of the artifact. */
    type: p.text().$type<'auto' | 'manual'>(),
    createdAt: p.datetime(),
  },
});
