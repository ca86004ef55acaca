CREATE TABLE element_votes (
  tenant_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  universal_no integer NOT NULL,
  element smallint NOT NULL,
  found text NOT NULL,
  scan_id uuid NOT NULL,
  evaluated_at timestamp with time zone NOT NULL,
  custom_rules text[] DEFAULT '{}'::text[] NOT NULL,
  otherwise text DEFAULT 'incomplete'::text NOT NULL,
  is_accepted boolean DEFAULT false NOT NULL,
  result text GENERATED ALWAYS AS (
CASE
    WHEN is_accepted THEN otherwise
    ELSE found
END) STORED NOT NULL,
  CONSTRAINT element_votes_pkey PRIMARY KEY (tenant_id, universal_no, element, integration_id),
  CONSTRAINT element_votes_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES integrations(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT element_votes_universal_no_fkey FOREIGN KEY (universal_no) REFERENCES catalogue_universal_controls(no),
  CONSTRAINT element_votes_element_check CHECK (((element >= 1) AND (element <= 6))),
  CONSTRAINT element_votes_found_check CHECK ((found = ANY (ARRAY['pass'::text, 'fail'::text, 'held'::text, 'supported'::text, 'incomplete'::text]))),
  CONSTRAINT element_votes_otherwise_check CHECK ((otherwise = ANY (ARRAY['pass'::text, 'fail'::text, 'held'::text, 'supported'::text, 'incomplete'::text])))
);

CREATE INDEX element_votes_scan ON public.element_votes USING btree (tenant_id, scan_id);

ALTER TABLE element_votes ENABLE ROW LEVEL SECURITY;
ALTER TABLE element_votes FORCE ROW LEVEL SECURITY;
CREATE POLICY element_votes_tenant ON element_votes
  USING ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
