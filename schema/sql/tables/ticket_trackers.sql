CREATE TABLE ticket_trackers (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  project text NOT NULL,
  issue_type text,
  email text,
  is_cloud boolean NOT NULL,
  identity text,
  token text,
  hook_secret text NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  last_error text,
  last_error_at timestamp with time zone,
  read_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  lease_expires_at timestamp with time zone,
  lease_number integer DEFAULT 0 NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT ticket_trackers_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_trackers_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT ticket_trackers_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT ticket_trackers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT ticket_trackers_kind_check CHECK ((kind = ANY (ARRAY['jira'::text, 'github'::text]))),
  CONSTRAINT ticket_trackers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

CREATE INDEX ticket_trackers_due ON public.ticket_trackers USING btree (next_at);

ALTER TABLE ticket_trackers ENABLE ROW LEVEL SECURITY;
ALTER TABLE ticket_trackers FORCE ROW LEVEL SECURITY;
CREATE POLICY ticket_trackers_system ON ticket_trackers FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY ticket_trackers_tenant ON ticket_trackers
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
