CREATE TABLE service_accounts (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  role text,
  responsible_id uuid NOT NULL,
  created_by uuid NOT NULL,
  default_of uuid,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  CONSTRAINT service_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT service_accounts_tenant_id_default_of_key UNIQUE (tenant_id, default_of),
  CONSTRAINT service_accounts_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT service_accounts_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT service_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT service_accounts_tenant_id_responsible_id_fkey FOREIGN KEY (tenant_id, responsible_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT service_accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  CONSTRAINT service_accounts_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text])))
);

ALTER TABLE service_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE service_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY service_accounts_tenant ON service_accounts
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
