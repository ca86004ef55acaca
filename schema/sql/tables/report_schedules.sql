CREATE TABLE report_schedules (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  framework text NOT NULL,
  type text NOT NULL,
  format text NOT NULL,
  cron text NOT NULL,
  next_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  failed_at timestamp with time zone,
  failure text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  paused_at timestamp with time zone,
  CONSTRAINT report_schedules_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedules_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT report_schedules_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT report_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT report_schedules_check CHECK ((num_nonnulls(failed_at, failure) = ANY (ARRAY[0, 2]))),
  CONSTRAINT report_schedules_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_at);

ALTER TABLE report_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY report_schedules_system ON report_schedules FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY report_schedules_tenant ON report_schedules
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
