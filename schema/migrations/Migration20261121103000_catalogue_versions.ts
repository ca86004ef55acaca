import { Migration } from '@mikro-orm/migrations';

/** What each loaded version of a framework held, and the part of HIPAA that an organization may leave out of its scope. */
export class Migration20261121103000_catalogue_versions extends Migration {
  override up(): void {
    this.addSql(`
      create table catalogue_versions (
        no bigint generated always as identity primary key,
        framework text not null,
        version text not null,
        -- SHA-256, in hexadecimal, of what makes it another version: see "Versions of a framework" in the contract.
        digest text not null check (length(digest) = 64),
        loaded_at timestamptz not null default now(),
        control_ids text[] not null,
        -- The entries of its controls as they were first loaded, and its mappings as [universal control, control, relationship].
        controls jsonb not null,
        mappings jsonb not null,
        unique (framework, version, digest)
      )`);
    this.addSql(`create index catalogue_versions_newest on catalogue_versions (framework, no)`);
    this.addSql(`alter table catalogue_controls add column part text`);
    this.addSql(`alter table tenants add column hipaa_privacy boolean not null default true`);
    // As it was when the scan was queued, like its frameworks.
    this.addSql(`alter table scans add column hipaa_privacy boolean not null default true`);
  }
}
