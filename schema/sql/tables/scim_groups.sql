CREATE TABLE scim_groups (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  display_name text NOT NULL,
  group_key text NOT NULL,
  external_id text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT scim_groups_pkey PRIMARY KEY (id),
  CONSTRAINT scim_groups_tenant_id_group_key_key UNIQUE (tenant_id, group_key),
  CONSTRAINT scim_groups_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT scim_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY scim_groups_tenant ON scim_groups
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
