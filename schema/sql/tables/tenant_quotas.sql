CREATE TABLE tenant_quotas (
  tenant_id uuid NOT NULL,
  quota text NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  used integer NOT NULL,
  CONSTRAINT tenant_quotas_pkey PRIMARY KEY (tenant_id, quota),
  CONSTRAINT tenant_quotas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE tenant_quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_quotas_tenant ON tenant_quotas
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
