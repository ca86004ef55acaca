CREATE TABLE users (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text,
  mfa_enabled boolean DEFAULT false NOT NULL,
  last_login_at timestamp with time zone,
  credentials_changed_at timestamp with time zone DEFAULT now() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  email_key text NOT NULL,
  removed_at timestamp with time zone,
  mfa_secret text,
  mfa_last_step bigint,
  recovery_hashes text[] DEFAULT '{}'::text[] NOT NULL,
  managed_by uuid,
  password_reset_hash text,
  password_reset_expires_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT users_tenant_id_managed_by_fkey FOREIGN KEY (tenant_id, managed_by) REFERENCES identity_providers(tenant_id, id),
  CONSTRAINT users_check CHECK (((NOT mfa_enabled) OR (mfa_secret IS NOT NULL))),
  CONSTRAINT users_password_reset_check CHECK (((password_reset_hash IS NULL) = (password_reset_expires_at IS NULL))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text])))
);

CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (email_key) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX users_password_reset ON public.users USING btree (password_reset_hash) WHERE (password_reset_hash IS NOT NULL);
CREATE INDEX users_tenant ON public.users USING btree (tenant_id, created_at);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY users_login ON users FOR SELECT
  USING (((email_key = NULLIF(current_setting('app.login_email'::text, true), ''::text)) AND (removed_at IS NULL)));
CREATE POLICY users_password_reset ON users FOR SELECT
  USING ((password_reset_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY users_tenant ON users
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
