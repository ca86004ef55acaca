CREATE TABLE audit_log (
  tenant_id uuid NOT NULL,
  sequence bigint NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  api_key_id uuid,
  address text,
  request_id text,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id text,
  before jsonb,
  after jsonb,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  user_agent text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (tenant_id, sequence),
  CONSTRAINT audit_log_id_key UNIQUE (id),
  CONSTRAINT audit_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text, 'operator'::text, 'identity_provider'::text, 'auditor_link'::text])))
);

CREATE INDEX audit_log_action ON public.audit_log USING btree (tenant_id, action COLLATE "C", sequence DESC);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (tenant_id, actor_id, sequence DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_resource ON public.audit_log USING btree (tenant_id, resource_id, sequence DESC) WHERE (resource_id IS NOT NULL);
CREATE INDEX audit_log_resource_type ON public.audit_log USING btree (tenant_id, resource_type, sequence DESC);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY audit_log_tenant ON audit_log
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER audit_log_count AFTER INSERT ON public.audit_log REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('audit_log', 'action || '' '' || resource_type || '' '' || coalesce(actor_id::text, ''-'')');
CREATE TRIGGER audit_log_uncount AFTER DELETE ON public.audit_log REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('audit_log', 'action || '' '' || resource_type || '' '' || coalesce(actor_id::text, ''-'')');
