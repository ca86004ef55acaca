CREATE TABLE scan_findings (
  tenant_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  check_no integer NOT NULL,
  finding_no integer NOT NULL,
  resource_id text NOT NULL,
  resource_name text,
  resource_type text,
  region text,
  account text,
  summary text NOT NULL,
  detected_at timestamp with time zone,
  exception_id uuid,
  CONSTRAINT scan_findings_pkey PRIMARY KEY (tenant_id, scan_id, check_no, finding_no),
  CONSTRAINT scan_findings_tenant_id_exception_id_fkey FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id),
  CONSTRAINT scan_findings_tenant_id_scan_id_fkey FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE scan_findings ENABLE ROW LEVEL SECURITY;
ALTER TABLE scan_findings FORCE ROW LEVEL SECURITY;
CREATE POLICY scan_findings_tenant ON scan_findings
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
