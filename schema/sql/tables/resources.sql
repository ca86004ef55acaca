CREATE TABLE resources (
  tenant_id uuid NOT NULL,
  resource_no integer NOT NULL,
  integration_id uuid NOT NULL,
  account text NOT NULL,
  resource_id text NOT NULL,
  resource_key uuid GENERATED ALWAYS AS ((md5(((account || chr(10)) || resource_id)))::uuid) STORED NOT NULL,
  name text,
  type text,
  region text,
  first_seen_at timestamp with time zone NOT NULL,
  failing integer DEFAULT 0 NOT NULL,
  CONSTRAINT resources_pkey PRIMARY KEY (tenant_id, resource_no),
  CONSTRAINT resources_tenant_id_integration_id_resource_key_key UNIQUE (tenant_id, integration_id, resource_key),
  CONSTRAINT resources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT resources_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id)
);

CREATE INDEX resources_failing ON public.resources USING btree (tenant_id, failing DESC, resource_no);
CREATE INDEX resources_id ON public.resources USING btree (tenant_id, "left"(resource_id, 256) text_pattern_ops);

ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
CREATE POLICY resources_tenant ON resources
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
