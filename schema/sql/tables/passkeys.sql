CREATE TABLE passkeys (
  id uuid NOT NULL,
  credential_id text NOT NULL,
  credential_hash text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  is_backup_eligible boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  account_id uuid NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_hash_key UNIQUE (credential_hash),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT passkeys_sign_count_check CHECK ((sign_count >= 0))
);

CREATE INDEX passkeys_owner ON public.passkeys USING btree (account_id, created_at);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY passkeys_credential ON passkeys FOR SELECT
  USING ((credential_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY passkeys_own ON passkeys
  USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid))
  WITH CHECK ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid));
