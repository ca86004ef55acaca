CREATE TABLE outbox (
  id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id uuid NOT NULL,
  event text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  traceparent text DEFAULT NULLIF(current_setting('app.trace_parent'::text, true), ''::text),
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_tenant_id_subject_key UNIQUE (tenant_id, subject),
  CONSTRAINT outbox_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

CREATE INDEX outbox_disputed ON public.outbox USING btree (tenant_id, created_at) WHERE (event = 'compliance.assessment_disputed'::text);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY outbox_tenant ON outbox
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER outbox_fan_out AFTER INSERT ON public.outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
CREATE TRIGGER outbox_notify AFTER INSERT ON public.outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fan_out_notifications();
