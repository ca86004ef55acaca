CREATE TABLE identity_connections (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  is_enforced boolean DEFAULT false NOT NULL,
  break_glass_user_id uuid,
  creates_members boolean DEFAULT false NOT NULL,
  requires_group boolean DEFAULT false NOT NULL,
  group_claim text,
  trusts_email boolean DEFAULT false NOT NULL,
  issuer text NOT NULL,
  client_id text,
  client_secret text,
  sign_on_url text,
  certificates text[] DEFAULT '{}'::text[] NOT NULL,
  allows_unsolicited boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  test_result jsonb,
  CONSTRAINT identity_connections_pkey PRIMARY KEY (id),
  CONSTRAINT identity_connections_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT identity_connections_tenant_id_break_glass_user_id_fkey FOREIGN KEY (tenant_id, break_glass_user_id) REFERENCES users(tenant_id, id),
  CONSTRAINT identity_connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT identity_connections_check CHECK (((NOT is_enforced) OR ((status = 'active'::text) AND (break_glass_user_id IS NOT NULL)))),
  CONSTRAINT identity_connections_check1 CHECK (((kind <> 'oidc'::text) OR (client_id IS NOT NULL))),
  CONSTRAINT identity_connections_check2 CHECK (((kind <> 'saml'::text) OR ((sign_on_url IS NOT NULL) AND (cardinality(certificates) > 0)))),
  CONSTRAINT identity_connections_kind_check CHECK ((kind = ANY (ARRAY['oidc'::text, 'saml'::text]))),
  CONSTRAINT identity_connections_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'tested'::text, 'active'::text])))
);

CREATE UNIQUE INDEX identity_connections_active ON public.identity_connections USING btree (tenant_id) WHERE (status = 'active'::text);

ALTER TABLE identity_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY identity_connections_tenant ON identity_connections
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY identity_connections_unsolicited ON identity_connections FOR SELECT
  USING ((allows_unsolicited AND (status = 'active'::text) AND ((id)::text = NULLIF(current_setting('app.credential'::text, true), ''::text))));
