CREATE TABLE evidence_controls (
  tenant_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  control_no integer NOT NULL,
  type text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  part_id uuid,
  part_offset bigint,
  part_size integer,
  part_sha256 text,
  linked_by uuid,
  linked_at timestamp with time zone,
  CONSTRAINT evidence_controls_pkey PRIMARY KEY (tenant_id, evidence_id, control_no),
  CONSTRAINT evidence_controls_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT evidence_controls_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES evidence(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT evidence_controls_check CHECK ((num_nonnulls(part_id, part_offset, part_size, part_sha256) = ANY (ARRAY[0, 4]))),
  CONSTRAINT evidence_controls_part_sha256_check CHECK ((length(part_sha256) = 64))
);

CREATE INDEX evidence_controls_newest ON public.evidence_controls USING btree (tenant_id, control_no, type, created_at DESC, evidence_id DESC) INCLUDE (linked_at);
CREATE UNIQUE INDEX evidence_controls_part ON public.evidence_controls USING btree (tenant_id, part_id) WHERE (part_id IS NOT NULL);

ALTER TABLE evidence_controls ENABLE ROW LEVEL SECURITY;
ALTER TABLE evidence_controls FORCE ROW LEVEL SECURITY;
CREATE POLICY evidence_controls_tenant ON evidence_controls
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE TRIGGER evidence_controls_count AFTER INSERT ON public.evidence_controls REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('evidence_controls', 'control_no || '' '' || type');
CREATE TRIGGER evidence_controls_uncount AFTER DELETE ON public.evidence_controls REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listed('evidence_controls', 'control_no || '' '' || type');
