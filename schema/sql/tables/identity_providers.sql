CREATE TABLE identity_providers (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT identity_providers_pkey PRIMARY KEY (id),
  CONSTRAINT identity_providers_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT identity_providers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT identity_providers_kind_check CHECK ((kind = ANY (ARRAY['scim'::text, 'oidc'::text, 'saml'::text]))),
  CONSTRAINT identity_providers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

CREATE INDEX identity_providers_tenant ON public.identity_providers USING btree (tenant_id, created_at);

ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY identity_providers_tenant ON identity_providers
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
