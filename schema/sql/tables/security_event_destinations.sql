CREATE TABLE security_event_destinations (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  credentials text,
  is_paused boolean DEFAULT false NOT NULL,
  cursor_sequence bigint NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_error text,
  last_error_at timestamp with time zone,
  lease_expires_at timestamp with time zone,
  lease_number integer DEFAULT 0 NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT security_event_destinations_pkey PRIMARY KEY (id),
  CONSTRAINT security_event_destinations_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT security_event_destinations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT security_event_destinations_kind_check CHECK ((kind = ANY (ARRAY['https'::text, 'syslog'::text, 's3'::text])))
);

ALTER TABLE security_event_destinations ENABLE ROW LEVEL SECURITY;
ALTER TABLE security_event_destinations FORCE ROW LEVEL SECURITY;
CREATE POLICY security_event_destinations_system ON security_event_destinations FOR SELECT
  USING ((current_setting('app.system'::text, true) = 'on'::text));
CREATE POLICY security_event_destinations_tenant ON security_event_destinations
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
