CREATE TABLE users (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  mfa_enabled boolean DEFAULT false NOT NULL,
  last_login_at timestamp with time zone,
  credentials_changed_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  email_key text NOT NULL,
  removed_at timestamp with time zone,
  managed_by uuid,
  account_id uuid,
  is_provider_only boolean DEFAULT false NOT NULL,
  has_password boolean DEFAULT false NOT NULL,
  passkey_count integer DEFAULT 0 NOT NULL,
  language text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT users_tenant_id_managed_by_fkey FOREIGN KEY (tenant_id, managed_by) REFERENCES identity_providers(tenant_id, id),
  CONSTRAINT users_account_check CHECK (((account_id IS NULL) = (removed_at IS NOT NULL))),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  CONSTRAINT users_passkey_count_check CHECK ((passkey_count >= 0)),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text])))
);

CREATE UNIQUE INDEX users_account ON public.users USING btree (account_id, tenant_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (tenant_id, email_key) WHERE (removed_at IS NULL);
CREATE INDEX users_tenant ON public.users USING btree (tenant_id, created_at);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY users_account ON users FOR SELECT
  USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));
CREATE POLICY users_tenant ON users
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
