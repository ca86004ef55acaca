CREATE TABLE catalogue_universal_controls (
  no integer NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  CONSTRAINT catalogue_universal_controls_pkey PRIMARY KEY (no),
  CONSTRAINT catalogue_universal_controls_code_key UNIQUE (code),
  CONSTRAINT catalogue_universal_controls_id_key UNIQUE (id)
);
