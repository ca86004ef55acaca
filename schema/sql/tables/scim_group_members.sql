CREATE TABLE scim_group_members (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT scim_group_members_pkey PRIMARY KEY (tenant_id, group_id, user_id),
  CONSTRAINT scim_group_members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scim_group_members_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES scim_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_group_members_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX scim_group_members_user ON public.scim_group_members USING btree (tenant_id, user_id);

ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY scim_group_members_tenant ON scim_group_members
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
