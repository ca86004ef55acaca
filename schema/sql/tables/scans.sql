CREATE TABLE scans (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  sequence integer NOT NULL,
  status text NOT NULL,
  integration_ids uuid[] NOT NULL,
  imports jsonb DEFAULT '{}'::jsonb NOT NULL,
  frameworks text[] NOT NULL,
  catalogue_version text NOT NULL,
  triggered_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  total_controls integer NOT NULL,
  passed_controls integer DEFAULT 0 NOT NULL,
  failed_controls integer DEFAULT 0 NOT NULL,
  scores jsonb,
  failure_code text,
  failure_message text,
  progress jsonb NOT NULL,
  progress_sequence integer DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  lease_owner text,
  lease_number integer DEFAULT 0 NOT NULL,
  lease_expires_at timestamp with time zone,
  hipaa_privacy boolean DEFAULT true NOT NULL,
  snapshot jsonb,
  gaps jsonb DEFAULT '[]'::jsonb NOT NULL,
  trigger text DEFAULT 'manual'::text NOT NULL,
  traceparent text DEFAULT NULLIF(current_setting('app.trace_parent'::text, true), ''::text),
  CONSTRAINT scans_pkey PRIMARY KEY (id),
  CONSTRAINT scans_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT scans_tenant_id_sequence_key UNIQUE (tenant_id, sequence),
  CONSTRAINT scans_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scans_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT scans_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'schedule'::text, 'import'::text])))
);

CREATE INDEX scans_unfinished ON public.scans USING btree (lease_expires_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX scans_unfinished_of_tenant ON public.scans USING btree (tenant_id, sequence) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

ALTER TABLE scans ENABLE ROW LEVEL SECURITY;
ALTER TABLE scans FORCE ROW LEVEL SECURITY;
CREATE POLICY scans_system ON scans FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY scans_tenant ON scans
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
