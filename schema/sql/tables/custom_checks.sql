CREATE TABLE custom_checks (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  rationale text NOT NULL,
  severity text NOT NULL,
  resource_type text NOT NULL,
  applies text,
  passes text NOT NULL,
  says_pass text NOT NULL,
  says_fail text NOT NULL,
  universal_controls text[] NOT NULL,
  remediation jsonb,
  is_enabled boolean NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT custom_checks_pkey PRIMARY KEY (id),
  CONSTRAINT custom_checks_key UNIQUE (tenant_id, key),
  CONSTRAINT custom_checks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT custom_checks_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text, 'informational'::text])))
);

ALTER TABLE custom_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE custom_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY custom_checks_tenant ON custom_checks
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
