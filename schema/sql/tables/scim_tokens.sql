CREATE TABLE scim_tokens (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  token_id text NOT NULL,
  hash text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT scim_tokens_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT scim_tokens_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES users(tenant_id, id),
  CONSTRAINT scim_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scim_tokens_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES identity_providers(tenant_id, id),
  CONSTRAINT scim_tokens_hash_check CHECK ((length(hash) = 64)),
  CONSTRAINT scim_tokens_token_id_check CHECK ((length(token_id) = 8))
);

CREATE UNIQUE INDEX scim_tokens_hash ON public.scim_tokens USING btree (hash);
CREATE INDEX scim_tokens_newest ON public.scim_tokens USING btree (tenant_id, created_at DESC);

ALTER TABLE scim_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY scim_tokens_credential ON scim_tokens FOR SELECT
  USING ((hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY scim_tokens_tenant ON scim_tokens
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
