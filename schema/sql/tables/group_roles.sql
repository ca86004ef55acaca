CREATE TABLE group_roles (
  tenant_id uuid NOT NULL,
  group_key text NOT NULL,
  group_name text NOT NULL,
  role text NOT NULL,
  CONSTRAINT group_roles_pkey PRIMARY KEY (tenant_id, group_key),
  CONSTRAINT group_roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT group_roles_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 200))),
  CONSTRAINT group_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text])))
);

ALTER TABLE group_roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_roles FORCE ROW LEVEL SECURITY;
CREATE POLICY group_roles_tenant ON group_roles
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
