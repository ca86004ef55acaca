CREATE TABLE scim_users (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  user_name_key text NOT NULL,
  external_id text,
  attributes jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT scim_users_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT scim_users_tenant_id_user_name_key_key UNIQUE (tenant_id, user_name_key),
  CONSTRAINT scim_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scim_users_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX scim_users_external ON public.scim_users USING btree (tenant_id, external_id);

ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
CREATE POLICY scim_users_tenant ON scim_users
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
