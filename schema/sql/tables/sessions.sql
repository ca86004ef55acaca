CREATE TABLE sessions (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  address text,
  user_agent text,
  ended_at timestamp with time zone,
  ended_by uuid,
  end_reason text,
  refresh_family text,
  refresh_hash text,
  refresh_previous text,
  refreshed_at timestamp with time zone,
  ends_at timestamp with time zone,
  has_passkey_proof boolean DEFAULT false NOT NULL,
  authenticated_by text NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT sessions_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES users(tenant_id, id) ON DELETE SET NULL (ended_by),
  CONSTRAINT sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_authenticated_by_check CHECK ((authenticated_by = ANY (ARRAY['account'::text, 'provider'::text]))),
  CONSTRAINT sessions_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  CONSTRAINT sessions_check1 CHECK (((ended_by IS NULL) OR (ended_at IS NOT NULL))),
  CONSTRAINT sessions_end_reason_check CHECK ((end_reason = ANY (ARRAY['logged_out'::text, 'ended'::text, 'password_changed'::text, 'mfa_changed'::text, 'member_removed'::text, 'token_reused'::text, 'switched'::text]))),
  CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['token'::text, 'browser'::text]))),
  CONSTRAINT sessions_refresh_check CHECK ((((kind = 'browser'::text) = ((refresh_family IS NOT NULL) AND (refresh_hash IS NOT NULL) AND (ends_at IS NOT NULL))) AND ((refresh_previous IS NULL) = (refreshed_at IS NULL))))
);

CREATE INDEX sessions_over ON public.sessions USING btree (tenant_id, expires_at);
CREATE INDEX sessions_owner ON public.sessions USING btree (tenant_id, user_id, last_used_at DESC);
CREATE UNIQUE INDEX sessions_refresh ON public.sessions USING btree (refresh_family) WHERE (refresh_family IS NOT NULL);

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY sessions_refresh ON sessions FOR SELECT
  USING ((refresh_family = NULLIF(current_setting('app.credential'::text, true), ''::text)));
CREATE POLICY sessions_tenant ON sessions
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
