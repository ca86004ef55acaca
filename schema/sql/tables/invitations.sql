CREATE TABLE invitations (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  token_hash text NOT NULL,
  former_hashes text[] DEFAULT '{}'::text[] NOT NULL,
  invited_by uuid,
  created_at timestamp with time zone NOT NULL,
  renewed_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT invitations_tenant_id_invited_by_fkey FOREIGN KEY (tenant_id, invited_by) REFERENCES users(tenant_id, id),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'auditor'::text, 'member'::text]))),
  CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text, 'expired'::text])))
);

CREATE INDEX invitations_former ON public.invitations USING gin (former_hashes);
CREATE INDEX invitations_newest ON public.invitations USING btree (tenant_id, created_at DESC);
CREATE UNIQUE INDEX invitations_pending ON public.invitations USING btree (tenant_id, email_key) WHERE (status = 'pending'::text);

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY invitations_credential ON invitations FOR SELECT
  USING (((token_hash = NULLIF(current_setting('app.credential'::text, true), ''::text)) OR (former_hashes @> ARRAY[NULLIF(current_setting('app.credential'::text, true), ''::text)])));
CREATE POLICY invitations_tenant ON invitations
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
