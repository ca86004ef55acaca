CREATE TABLE exception_resources (
  tenant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  account text NOT NULL,
  resource_id text NOT NULL,
  resource_key uuid GENERATED ALWAYS AS ((md5(((account || chr(10)) || resource_id)))::uuid) STORED NOT NULL,
  resource_name text,
  resource_type text,
  region text,
  first_seen_at timestamp with time zone NOT NULL,
  covered_at timestamp with time zone,
  CONSTRAINT exception_resources_pkey PRIMARY KEY (tenant_id, exception_id, integration_id, resource_key),
  CONSTRAINT exception_resources_tenant_id_exception_id_fkey FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT exception_resources_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id)
);

CREATE INDEX exception_resources_resource ON public.exception_resources USING btree (tenant_id, integration_id, resource_key);

ALTER TABLE exception_resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE exception_resources FORCE ROW LEVEL SECURITY;
CREATE POLICY exception_resources_tenant ON exception_resources
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
