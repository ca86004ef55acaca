CREATE TABLE security_events (
  tenant_id uuid NOT NULL,
  sequence bigint NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  outcome text NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  api_key_id uuid,
  session_id uuid,
  user_id uuid,
  address text,
  user_agent text,
  request_id text,
  resource_type text,
  resource_id text,
  details jsonb,
  CONSTRAINT security_events_pkey PRIMARY KEY (tenant_id, sequence),
  CONSTRAINT security_events_id_key UNIQUE (id),
  CONSTRAINT security_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT security_events_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text, 'operator'::text, 'identity_provider'::text, 'auditor_link'::text, 'anonymous'::text]))),
  CONSTRAINT security_events_count_check CHECK ((count > 0)),
  CONSTRAINT security_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text])))
);

CREATE INDEX security_events_at ON public.security_events USING btree (tenant_id, at);
CREATE INDEX security_events_user ON public.security_events USING btree (tenant_id, user_id, sequence DESC);

ALTER TABLE security_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE security_events FORCE ROW LEVEL SECURITY;
CREATE POLICY security_events_tenant ON security_events
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
