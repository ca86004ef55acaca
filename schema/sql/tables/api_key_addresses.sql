CREATE TABLE api_key_addresses (
  tenant_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  address text NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  CONSTRAINT api_key_addresses_pkey PRIMARY KEY (tenant_id, api_key_id, address),
  CONSTRAINT api_key_addresses_tenant_id_api_key_id_fkey FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_keys(tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE api_key_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY api_key_addresses_tenant ON api_key_addresses
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
