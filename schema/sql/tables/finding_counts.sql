CREATE TABLE finding_counts (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  check_no integer NOT NULL,
  status text NOT NULL,
  severity smallint NOT NULL,
  findings integer NOT NULL,
  CONSTRAINT finding_counts_pkey PRIMARY KEY (tenant_id, integration_id, check_no, status, severity)
);

ALTER TABLE finding_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY finding_counts_tenant ON finding_counts
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
