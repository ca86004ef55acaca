CREATE TABLE tickets (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  tracker_id uuid NOT NULL,
  work_item_id uuid NOT NULL,
  status text NOT NULL,
  key text,
  url text,
  subject text,
  agreed_state text NOT NULL,
  state_name text,
  tracker_state text,
  read_at timestamp with time zone,
  error text,
  failures integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone,
  lease_expires_at timestamp with time zone,
  lease_number integer DEFAULT 0 NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT tickets_tenant_id_work_item_id_tracker_id_key_key UNIQUE (tenant_id, work_item_id, tracker_id, key),
  CONSTRAINT tickets_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT tickets_tenant_id_tracker_id_fkey FOREIGN KEY (tenant_id, tracker_id) REFERENCES ticket_trackers(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT tickets_tenant_id_work_item_id_fkey FOREIGN KEY (tenant_id, work_item_id) REFERENCES work_items(tenant_id, id),
  CONSTRAINT tickets_check CHECK (((status <> 'linked'::text) OR ((key IS NOT NULL) AND (url IS NOT NULL)))),
  CONSTRAINT tickets_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'linked'::text, 'failed'::text, 'gone'::text]))),
  CONSTRAINT tickets_tracker_state_check CHECK ((tracker_state = ANY (ARRAY['open'::text, 'in_progress'::text, 'done'::text, 'dropped'::text])))
);

CREATE INDEX tickets_due ON public.tickets USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX tickets_of_tracker ON public.tickets USING btree (tenant_id, tracker_id, key);

ALTER TABLE tickets ENABLE ROW LEVEL SECURITY;
ALTER TABLE tickets FORCE ROW LEVEL SECURITY;
CREATE POLICY tickets_system ON tickets FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY tickets_tenant ON tickets
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
