CREATE TABLE reports (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  type text NOT NULL,
  format text NOT NULL,
  framework text NOT NULL,
  scan_id uuid,
  compliance_score numeric(4,1) NOT NULL,
  total_controls integer NOT NULL,
  passed_controls integer NOT NULL,
  failed_controls integer NOT NULL,
  object_key text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  generated_at timestamp with time zone NOT NULL,
  generated_by uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  as_of timestamp with time zone,
  moment text DEFAULT 'now'::text NOT NULL,
  framework_version text,
  assured_score numeric(4,1),
  assured_controls integer,
  period_from timestamp with time zone,
  schedule_id uuid,
  language text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT reports_tenant_id_object_key_key UNIQUE (tenant_id, object_key),
  CONSTRAINT reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT reports_tenant_id_scan_id_fkey FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE SET NULL (scan_id),
  CONSTRAINT reports_tenant_id_schedule_id_fkey FOREIGN KEY (tenant_id, schedule_id) REFERENCES report_schedules(tenant_id, id) ON DELETE SET NULL (schedule_id),
  CONSTRAINT reports_format_check CHECK ((format = ANY (ARRAY['json'::text, 'csv'::text, 'xlsx'::text, 'pdf'::text, 'html'::text, 'zip'::text]))),
  CONSTRAINT reports_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  CONSTRAINT reports_moment_check CHECK ((moment = ANY (ARRAY['now'::text, 'scan'::text, 'as_of'::text]))),
  CONSTRAINT reports_package_check CHECK (((type = 'audit_package'::text) = (format = 'zip'::text))),
  CONSTRAINT reports_period_check CHECK (((type = 'audit_package'::text) = (period_from IS NOT NULL))),
  CONSTRAINT reports_sha256_check CHECK ((length(sha256) = 64)),
  CONSTRAINT reports_type_check CHECK ((type = ANY (ARRAY['compliance_summary'::text, 'gap_analysis'::text, 'executive_summary'::text, 'evidence_collection'::text, 'statement_of_applicability'::text, 'audit_package'::text])))
);

CREATE INDEX reports_kept ON public.reports USING btree (tenant_id, expires_at) INCLUDE (size);
CREATE INDEX reports_newest ON public.reports USING btree (tenant_id, generated_at DESC, id DESC);
CREATE INDEX reports_of_kind ON public.reports USING btree (tenant_id, framework, type, as_of DESC, id DESC);
CREATE INDEX reports_of_schedule ON public.reports USING btree (tenant_id, schedule_id, generated_at DESC) WHERE (schedule_id IS NOT NULL);
CREATE INDEX reports_scan ON public.reports USING btree (tenant_id, scan_id);

ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE POLICY reports_tenant ON reports
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
