CREATE TABLE accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text,
  mfa_enabled boolean DEFAULT false NOT NULL,
  mfa_secret text,
  mfa_last_step bigint,
  recovery_hashes text[] DEFAULT '{}'::text[] NOT NULL,
  password_reset_hash text,
  password_reset_expires_at timestamp with time zone,
  credentials_changed_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  language text,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_check CHECK (((NOT mfa_enabled) OR (mfa_secret IS NOT NULL))),
  CONSTRAINT accounts_check1 CHECK (((password_reset_hash IS NULL) = (password_reset_expires_at IS NULL))),
  CONSTRAINT accounts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

CREATE UNIQUE INDEX accounts_email_unique ON public.accounts USING btree (email_key);
CREATE UNIQUE INDEX accounts_password_reset ON public.accounts USING btree (password_reset_hash) WHERE (password_reset_hash IS NOT NULL);

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY accounts_login ON accounts FOR SELECT
  USING ((email_key = NULLIF(current_setting('app.login_email'::text, true), ''::text)));
CREATE POLICY accounts_own ON accounts
  USING ((id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
  WITH CHECK ((id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));
CREATE POLICY accounts_password_reset ON accounts FOR SELECT
  USING ((password_reset_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
