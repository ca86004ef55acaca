CREATE TABLE exceptions (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  scanner text NOT NULL,
  rule_id text NOT NULL,
  title text NOT NULL,
  control_nos integer[] NOT NULL,
  integration_id uuid,
  resource text NOT NULL,
  is_pattern boolean NOT NULL,
  resource_like text NOT NULL,
  reason text NOT NULL,
  compensating_measure text,
  evidence_ids uuid[] NOT NULL,
  owner_id uuid NOT NULL,
  expires_on date NOT NULL,
  status text NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  ended_by uuid,
  ended_at timestamp with time zone,
  announced_at timestamp with time zone,
  CONSTRAINT exceptions_pkey PRIMARY KEY (id),
  CONSTRAINT exceptions_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT exceptions_tenant_id_decided_by_fkey FOREIGN KEY (tenant_id, decided_by) REFERENCES users(tenant_id, id),
  CONSTRAINT exceptions_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES users(tenant_id, id),
  CONSTRAINT exceptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT exceptions_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id),
  CONSTRAINT exceptions_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id),
  CONSTRAINT exceptions_tenant_id_proposed_by_fkey FOREIGN KEY (tenant_id, proposed_by) REFERENCES users(tenant_id, id),
  CONSTRAINT exceptions_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])))
);

CREATE INDEX exceptions_due ON public.exceptions USING btree (tenant_id, expires_on) WHERE (status = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE INDEX exceptions_ended ON public.exceptions USING btree (tenant_id, ended_at);
CREATE INDEX exceptions_newest ON public.exceptions USING btree (tenant_id, proposed_at DESC, id DESC);
CREATE INDEX exceptions_of_rule ON public.exceptions USING btree (tenant_id, scanner, rule_id);

ALTER TABLE exceptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE exceptions FORCE ROW LEVEL SECURITY;
CREATE POLICY exceptions_tenant ON exceptions
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
