import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

/** Trackers of issues that an organization uses, and the tickets in them about its work items. */
export class Migration20261127140000_tickets extends Migration {
  override up(): void {
    this.trackers();
    this.tickets();
    for (const table of ['ticket_trackers', 'tickets']) {
      for (const statement of bindToTenant(table)) this.addSql(statement);
      // Which are due is asked across tenants.
      this.addSql(`create policy ${table}_system on ${table} for select using (${IS_SYSTEM})`);
    }
    this.readWithItsWorkItem();
  }

  private trackers(): void {
    this.addSql(`
      create table ticket_trackers (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        kind text not null check (kind in ('jira', 'github')),
        name text not null check (length(name) between 1 and 100),
        -- Origin and path under which the interface of the tracker begins.
        address text not null,
        -- Key of a project, or owner/repository.
        project text not null,
        -- Of new tickets in Jira, and whose token it is there; null for GitHub.
        issue_type text,
        email text,
        -- Whether it is Jira Cloud, as it said when it was last asked.
        is_cloud boolean not null,
        -- The account that the token belongs to, as the tracker names it; null where it does not say.
        identity text,
        -- Sealed; the token is null after a change of the address.
        token text,
        hook_secret text not null,
        -- Consecutive failures since the last success.
        failures integer not null default 0,
        last_error text,
        last_error_at timestamptz,
        -- Up to when its changes were read.
        read_at timestamptz not null,
        next_at timestamptz not null,
        lease_expires_at timestamptz,
        lease_number integer not null default 0,
        created_by uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (tenant_id, id),
        foreign key (tenant_id, created_by) references users (tenant_id, id)
      )`);
    this.addSql('create index ticket_trackers_due on ticket_trackers (next_at)');
  }

  private tickets(): void {
    this.addSql(`
      create table tickets (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        tracker_id uuid not null,
        work_item_id uuid not null,
        -- waiting: not in the tracker yet; failed: refused there; gone: no longer there.
        status text not null check (status in ('waiting', 'linked', 'failed', 'gone')),
        -- As people name it in the tracker: ENG-12, 12.
        key text,
        url text,
        -- What the work item is about, as the ticket says it; null where the ticket was there before.
        subject text,
        -- State of the work item that the ticket agreed with last.
        agreed_state text not null,
        -- What the tracker calls its state, and which of our kinds that is; null until it was read.
        state_name text,
        tracker_state text check (tracker_state in ('open', 'in_progress', 'done', 'dropped')),
        read_at timestamptz,
        error text,
        failures integer not null default 0,
        next_at timestamptz,
        lease_expires_at timestamptz,
        lease_number integer not null default 0,
        created_by uuid not null,
        created_at timestamptz not null,
        unique (tenant_id, id),
        unique (tenant_id, work_item_id, tracker_id, key),
        check (status <> 'linked' or (key is not null and url is not null)),
        foreign key (tenant_id, tracker_id) references ticket_trackers (tenant_id, id) on delete cascade,
        foreign key (tenant_id, work_item_id) references work_items (tenant_id, id),
        foreign key (tenant_id, created_by) references users (tenant_id, id)
      )`);
    this.addSql('create index tickets_due on tickets (next_at) where next_at is not null');
    this.addSql('create index tickets_of_tracker on tickets (tenant_id, tracker_id, key)');
  }

  /** A ticket is looked at as soon as the state of its work item changes. A change by a ticket has no author. */
  private readWithItsWorkItem(): void {
    this.addSql('alter table work_items alter column changed_by drop not null');
    this.addSql(`
      create function read_tickets_of_work_item() returns trigger language plpgsql as $$
      begin
        update tickets set next_at = new.changed_at, failures = 0
        where tenant_id = new.tenant_id and work_item_id = new.id and status = 'linked';
        return null;
      end $$`);
    this.addSql(`
      create trigger work_items_tickets after update of state on work_items
      for each row when (old.state is distinct from new.state) execute function read_tickets_of_work_item()`);
  }
}
