import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Severity } from '../../connectors/finding.js';
import type { Remediation } from '../catalogue/catalogue.js';

/** A check that an admin of the tenant has written. */
export const CustomCheckEntity = defineEntity({
  name: 'CustomCheck',
  tableName: 'custom_checks',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    key: p.text(),
    title: p.text(),
    description: p.text(),
    rationale: p.text(),
    severity: p.text().$type<Severity>(),
    resourceType: p.text(),
    applies: p.text().nullable(),
    passes: p.text(),
    saysPass: p.text(),
    saysFail: p.text(),
    /** Codes. */
    universalControls: p.array(),
    remediation: p.json<Remediation>().nullable(),
    isEnabled: p.boolean(),
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type CustomCheck = InferEntity<typeof CustomCheckEntity>;
