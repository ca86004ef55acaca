CREATE TABLE scan_checks (
  tenant_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  check_no integer NOT NULL,
  integration_id uuid NOT NULL,
  scanner text NOT NULL,
  rule_id text NOT NULL,
  check_id text,
  title text NOT NULL,
  severity text NOT NULL,
  control_nos integer[] NOT NULL,
  resources_passed integer NOT NULL,
  resources_failed integer NOT NULL,
  check_version text,
  is_partial boolean DEFAULT false NOT NULL,
  decides integer[] DEFAULT '{}'::integer[] NOT NULL,
  resources_accepted integer DEFAULT 0 NOT NULL,
  CONSTRAINT scan_checks_pkey PRIMARY KEY (tenant_id, scan_id, check_no),
  CONSTRAINT scan_checks_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id),
  CONSTRAINT scan_checks_tenant_id_scan_id_fkey FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE scan_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE scan_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY scan_checks_tenant ON scan_checks
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
