CREATE TABLE federated_identities (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  last_login_at timestamp with time zone NOT NULL,
  CONSTRAINT federated_identities_pkey PRIMARY KEY (id),
  CONSTRAINT federated_identities_tenant_id_connection_id_subject_key UNIQUE (tenant_id, connection_id, subject),
  CONSTRAINT federated_identities_tenant_id_connection_id_user_id_key UNIQUE (tenant_id, connection_id, user_id),
  CONSTRAINT federated_identities_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT federated_identities_tenant_id_connection_id_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES identity_connections(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT federated_identities_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT federated_identities_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE federated_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE federated_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY federated_identities_tenant ON federated_identities
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
