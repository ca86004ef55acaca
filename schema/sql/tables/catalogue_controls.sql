CREATE TABLE catalogue_controls (
  no integer NOT NULL,
  id uuid NOT NULL,
  framework text NOT NULL,
  control_id text NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  part text,
  CONSTRAINT catalogue_controls_pkey PRIMARY KEY (no),
  CONSTRAINT catalogue_controls_framework_control_id_key UNIQUE (framework, control_id),
  CONSTRAINT catalogue_controls_id_key UNIQUE (id)
);
