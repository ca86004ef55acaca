import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Versions of one document, and what people say later that an artifact is evidence of. */
export class Migration20261128010000_evidence_versions extends Migration {
  override up(): void {
    // A document with one version has no row: artifacts never change, and most have no second version.
    this.addSql(`
      create table evidence_versions (
        tenant_id uuid not null,
        evidence_id uuid not null,
        -- The first version, which names the document.
        document_id uuid not null,
        version integer not null check (version >= 1),
        -- The newest that is not withdrawn; the newest where all are.
        is_current boolean not null,
        primary key (tenant_id, evidence_id),
        unique (tenant_id, document_id, version),
        foreign key (tenant_id, evidence_id) references evidence (tenant_id, id) on delete cascade,
        foreign key (tenant_id, document_id) references evidence (tenant_id, id) on delete cascade
      )`);
    this.addSql(`
      create table evidence_universal_controls (
        tenant_id uuid not null,
        -- An artifact, or a control's part of one.
        shown_id uuid not null,
        universal_no integer not null references catalogue_universal_controls (no),
        -- The artifact that has the file.
        evidence_id uuid not null,
        linked_by uuid not null,
        linked_at timestamptz not null,
        primary key (tenant_id, shown_id, universal_no),
        foreign key (tenant_id, evidence_id) references evidence (tenant_id, id) on delete cascade
      )`);
    this.addSql(`
      create index evidence_universal_controls_newest
        on evidence_universal_controls (tenant_id, universal_no, linked_at desc, shown_id desc)`);
    this.addSql(`
      create index evidence_universal_controls_artifact on evidence_universal_controls (tenant_id, evidence_id)`);
    // Null of links that were made with the artifact.
    this.addSql('alter table evidence_controls add column linked_by uuid, add column linked_at timestamptz');
    // Reports of a moment ask for the time of the link, too, and read this index alone.
    this.addSql('drop index evidence_controls_newest');
    this.addSql(`
      create index evidence_controls_newest
        on evidence_controls (tenant_id, control_no, type, created_at desc, evidence_id desc) include (linked_at)`);
    for (const table of ['evidence_versions', 'evidence_universal_controls']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
    }
  }
}
