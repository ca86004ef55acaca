CREATE TABLE evidence_withdrawals (
  tenant_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  reason_code text NOT NULL,
  reason text NOT NULL,
  withdrawn_by uuid NOT NULL,
  withdrawn_at timestamp with time zone NOT NULL,
  restorable_until timestamp with time zone NOT NULL,
  purged_at timestamp with time zone,
  CONSTRAINT evidence_withdrawals_pkey PRIMARY KEY (tenant_id, evidence_id),
  CONSTRAINT evidence_withdrawals_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT evidence_withdrawals_reason_code_check CHECK ((reason_code = ANY (ARRAY['personal_data'::text, 'secret'::text, 'confidential'::text, 'wrong_file'::text, 'outdated'::text, 'other'::text])))
);

CREATE INDEX evidence_withdrawals_due ON public.evidence_withdrawals USING btree (tenant_id, restorable_until) WHERE (purged_at IS NULL);

ALTER TABLE evidence_withdrawals ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_withdrawals FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_withdrawals_tenant ON evidence_withdrawals
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
