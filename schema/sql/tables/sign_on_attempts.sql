CREATE TABLE sign_on_attempts (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  state_hash text NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  session_id uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  outcome text,
  CONSTRAINT sign_on_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT sign_on_attempts_state_hash_key UNIQUE (state_hash),
  CONSTRAINT sign_on_attempts_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT sign_on_attempts_tenant_id_connection_id_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES identity_connections(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT sign_on_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT sign_on_attempts_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT sign_on_attempts_check CHECK (((purpose = 'login'::text) = (user_id IS NULL))),
  CONSTRAINT sign_on_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'test'::text, 'step_up'::text])))
);

CREATE INDEX sign_on_attempts_over ON public.sign_on_attempts USING btree (tenant_id, expires_at);

ALTER TABLE sign_on_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_on_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY sign_on_attempts_state ON sign_on_attempts FOR SELECT
  USING ((state_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY sign_on_attempts_tenant ON sign_on_attempts
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
