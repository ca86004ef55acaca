CREATE TABLE api_keys (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  key_id text NOT NULL,
  hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  scopes text[] NOT NULL,
  service_account_id uuid NOT NULL,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT api_keys_tenant_id_service_account_id_fkey FOREIGN KEY (tenant_id, service_account_id) REFERENCES service_accounts(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT api_keys_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT api_keys_hash_check CHECK ((length(hash) = 64)),
  CONSTRAINT api_keys_key_id_check CHECK ((length(key_id) = 8)),
  CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT api_keys_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'report'::text, 'scan'::text, 'import'::text, 'evidence'::text, 'assess'::text, 'checks'::text]) AND ('read'::text = ANY (scopes))))
);

CREATE INDEX api_keys_account ON public.api_keys USING btree (tenant_id, service_account_id);
CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash);
CREATE INDEX api_keys_owner ON public.api_keys USING btree (tenant_id, user_id, created_at DESC);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY api_keys_credential ON api_keys FOR SELECT
  USING ((hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY api_keys_tenant ON api_keys
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
