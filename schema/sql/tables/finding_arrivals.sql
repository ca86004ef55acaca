CREATE TABLE finding_arrivals (
  tenant_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  arrival_no integer NOT NULL,
  integration_id uuid NOT NULL,
  resource_no integer NOT NULL,
  check_no integer NOT NULL,
  severity smallint NOT NULL,
  status text NOT NULL,
  summary text NOT NULL,
  CONSTRAINT finding_arrivals_pkey PRIMARY KEY (tenant_id, scan_id, arrival_no)
);

ALTER TABLE finding_arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_arrivals FORCE ROW LEVEL SECURITY;
CREATE POLICY finding_arrivals_tenant ON finding_arrivals
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
