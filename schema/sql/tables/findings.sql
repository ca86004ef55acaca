CREATE TABLE findings (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  resource_no integer NOT NULL,
  check_no integer NOT NULL,
  copy_no integer NOT NULL,
  since_scan integer NOT NULL,
  until_scan integer,
  severity smallint NOT NULL,
  status text NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone,
  summary text NOT NULL,
  CONSTRAINT findings_pkey PRIMARY KEY (tenant_id, resource_no, check_no, copy_no, since_scan),
  CONSTRAINT findings_status_check CHECK ((status = ANY (ARRAY['fail'::text, 'pass'::text, 'not_applicable'::text, 'unknown'::text])))
);

CREATE INDEX findings_in_order ON public.findings USING btree (tenant_id, integration_id, status, severity, first_seen_at, resource_no, check_no, copy_no) WHERE (until_scan IS NULL);
CREATE INDEX findings_of_check ON public.findings USING btree (tenant_id, integration_id, check_no, status, severity, first_seen_at, resource_no, copy_no) WHERE (until_scan IS NULL);
CREATE INDEX findings_of_resource ON public.findings USING btree (tenant_id, resource_no, status, severity, first_seen_at, check_no, copy_no) WHERE (until_scan IS NULL);
CREATE INDEX findings_until ON public.findings USING btree (tenant_id, integration_id, until_scan) WHERE (until_scan IS NOT NULL);

ALTER TABLE findings ENABLE ROW LEVEL SECURITY;
ALTER TABLE findings FORCE ROW LEVEL SECURITY;
CREATE POLICY findings_tenant ON findings
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
