CREATE TABLE integrations (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  config jsonb DEFAULT '{}'::jsonb NOT NULL,
  error jsonb,
  import_key text,
  imported_at timestamp with time zone,
  scans_completed integer DEFAULT 0 NOT NULL,
  last_scan_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  credentials text,
  check_reach jsonb,
  identity jsonb,
  disconnected_at timestamp with time zone,
  CONSTRAINT integrations_pkey PRIMARY KEY (id),
  CONSTRAINT integrations_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT integrations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT integrations_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'disconnected'::text, 'error'::text])))
);

CREATE INDEX integrations_tenant ON public.integrations USING btree (tenant_id, created_at);

ALTER TABLE integrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE integrations FORCE ROW LEVEL SECURITY;
CREATE POLICY integrations_tenant ON integrations
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
