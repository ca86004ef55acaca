CREATE TABLE finding_scans (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  scan_no integer NOT NULL,
  scan_id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  findings integer NOT NULL,
  is_whole boolean NOT NULL,
  counts_failing boolean DEFAULT false NOT NULL,
  CONSTRAINT finding_scans_pkey PRIMARY KEY (tenant_id, integration_id, scan_no),
  CONSTRAINT finding_scans_tenant_id_scan_id_integration_id_key UNIQUE (tenant_id, scan_id, integration_id),
  CONSTRAINT finding_scans_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id),
  CONSTRAINT finding_scans_tenant_id_scan_id_fkey FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE finding_scans ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_scans FORCE ROW LEVEL SECURITY;
CREATE POLICY finding_scans_tenant ON finding_scans
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
