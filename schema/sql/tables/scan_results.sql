CREATE TABLE scan_results (
  tenant_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  control_no integer NOT NULL,
  status text NOT NULL,
  evaluated boolean NOT NULL,
  severity text,
  resources_passed integer NOT NULL,
  resources_failed integer NOT NULL,
  finding text NOT NULL,
  evidence_id uuid,
  resources_accepted integer DEFAULT 0 NOT NULL,
  scan_sequence integer NOT NULL,
  CONSTRAINT scan_results_pkey PRIMARY KEY (tenant_id, scan_id, control_no),
  CONSTRAINT scan_results_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT scan_results_tenant_id_scan_id_fkey FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scan_results_check CHECK ((evaluated OR (status = 'not_applicable'::text))),
  CONSTRAINT scan_results_status_check CHECK ((status = ANY (ARRAY['pass'::text, 'fail'::text, 'not_applicable'::text])))
);

CREATE INDEX scan_results_newest ON public.scan_results USING btree (tenant_id, control_no, status, scan_sequence DESC) WHERE evaluated;

ALTER TABLE scan_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE scan_results FORCE ROW LEVEL SECURITY;
CREATE POLICY scan_results_tenant ON scan_results
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
