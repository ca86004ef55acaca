CREATE TABLE scim_token_addresses (
  tenant_id uuid NOT NULL,
  scim_token_id uuid NOT NULL,
  address text NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  CONSTRAINT scim_token_addresses_pkey PRIMARY KEY (tenant_id, scim_token_id, address),
  CONSTRAINT scim_token_addresses_tenant_id_scim_token_id_fkey FOREIGN KEY (tenant_id, scim_token_id) REFERENCES scim_tokens(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE scim_token_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_token_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY scim_token_addresses_tenant ON scim_token_addresses
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
