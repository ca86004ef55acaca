import { defineEntity, p } from '@mikro-orm/core';

/** The tables of `raw-data.ts` as entities with relations, and those that a change of status writes. */
export const UOW_TABLES = `
  create schema uow;
  create table uow.tenants (id uuid primary key, last_audit_hash text not null default '');
  create table uow.assessments (
    id uuid primary key, tenant_id uuid not null, universal_control_id uuid not null, status text not null,
    created_at timestamptz not null
  );
  create index on uow.assessments (tenant_id, universal_control_id, created_at desc);
  create table uow.ledger (
    id uuid primary key, tenant_id uuid not null, control_id uuid not null, previous_status text not null,
    status text not null, assessment_id uuid not null, changed_at timestamptz not null
  );
  create table uow.outbox (id uuid primary key, tenant_id uuid not null, event text not null, data jsonb not null);
  create table uow.audit (id uuid primary key, tenant_id uuid not null, action text not null, hash text not null);
  insert into uow.tenants (id) select id from tenants`;

export const Tenant = defineEntity({
  name: 'UowTenant',
  tableName: 'uow.tenants',
  properties: { id: p.uuid().primary(), lastAuditHash: p.text() },
});

export const Framework = defineEntity({
  name: 'UowFramework',
  tableName: 'raw.frameworks',
  properties: { id: p.uuid().primary(), name: p.text(), totalControls: p.integer() },
});

export const Control = defineEntity({
  name: 'UowControl',
  tableName: 'raw.controls',
  properties: {
    id: p.uuid().primary(),
    framework: () => p.manyToOne(Framework),
    controlId: p.text(),
    mappings: () => p.oneToMany(Mapping).mappedBy('control'),
  },
});

export const Mapping = defineEntity({
  name: 'UowMapping',
  tableName: 'raw.mappings',
  properties: {
    position: p.integer().primary(),
    universalControlId: p.uuid(),
    control: () => p.manyToOne(Control),
  },
});

export const ControlStatus = defineEntity({
  name: 'UowControlStatus',
  tableName: 'raw.control_statuses',
  properties: { tenantId: p.uuid().primary(), control: () => p.manyToOne(Control).primary(), status: p.text() },
});

export const Assessment = defineEntity({
  name: 'UowAssessment',
  tableName: 'uow.assessments',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    universalControlId: p.uuid(),
    status: p.text(),
    createdAt: p.datetime(),
  },
});

export const Ledger = defineEntity({
  name: 'UowLedger',
  tableName: 'uow.ledger',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    controlId: p.uuid(),
    previousStatus: p.text(),
    status: p.text(),
    assessmentId: p.uuid(),
    changedAt: p.datetime(),
  },
});

export const Outbox = defineEntity({
  name: 'UowOutbox',
  tableName: 'uow.outbox',
  properties: { id: p.uuid().primary(), tenantId: p.uuid(), event: p.text(), data: p.json<object>() },
});

export const Audit = defineEntity({
  name: 'UowAudit',
  tableName: 'uow.audit',
  properties: { id: p.uuid().primary(), tenantId: p.uuid(), action: p.text(), hash: p.text() },
});
