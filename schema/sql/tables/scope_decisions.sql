CREATE TABLE scope_decisions (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  framework text NOT NULL,
  kind text NOT NULL,
  control_no integer,
  selected text[],
  outcome text,
  reason text NOT NULL,
  status text NOT NULL,
  review_at timestamp with time zone NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  ended_by uuid,
  ended_at timestamp with time zone,
  CONSTRAINT scope_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT scope_decisions_control_no_fkey FOREIGN KEY (control_no) REFERENCES catalogue_controls(no),
  CONSTRAINT scope_decisions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT scope_decisions_check CHECK (((kind = 'selection'::text) = (selected IS NOT NULL))),
  CONSTRAINT scope_decisions_check1 CHECK (((kind = 'selection'::text) = (control_no IS NULL))),
  CONSTRAINT scope_decisions_check2 CHECK (((kind = 'addressable'::text) = (outcome IS NOT NULL))),
  CONSTRAINT scope_decisions_check3 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  CONSTRAINT scope_decisions_check4 CHECK (((status = 'withdrawn'::text) = (ended_at IS NOT NULL))),
  CONSTRAINT scope_decisions_kind_check CHECK ((kind = ANY (ARRAY['selection'::text, 'exclusion'::text, 'addressable'::text, 'inclusion'::text, 'partly_implemented'::text]))),
  CONSTRAINT scope_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['implemented'::text, 'alternative'::text, 'not_reasonable'::text]))),
  CONSTRAINT scope_decisions_state_check CHECK ((status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);

CREATE INDEX scope_decisions_newest ON public.scope_decisions USING btree (tenant_id, proposed_at DESC, id DESC);
CREATE UNIQUE INDEX scope_decisions_open ON public.scope_decisions USING btree (tenant_id, framework, COALESCE(control_no, '-1'::integer), status) WHERE (status = ANY (ARRAY['proposed'::text, 'approved'::text]));

ALTER TABLE scope_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE scope_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY scope_decisions_tenant ON scope_decisions
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
