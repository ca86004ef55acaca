CREATE TABLE scan_schedules (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  cron text NOT NULL,
  next_at timestamp with time zone NOT NULL,
  created_by uuid,
  CONSTRAINT scan_schedules_pkey PRIMARY KEY (integration_id),
  CONSTRAINT scan_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scan_schedules_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX scan_schedules_due ON public.scan_schedules USING btree (next_at);
CREATE INDEX scan_schedules_tenant ON public.scan_schedules USING btree (tenant_id);

ALTER TABLE scan_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE scan_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY scan_schedules_system ON scan_schedules FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY scan_schedules_tenant ON scan_schedules
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
