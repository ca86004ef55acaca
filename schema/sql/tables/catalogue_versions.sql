CREATE TABLE catalogue_versions (
  no bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  framework text NOT NULL,
  version text NOT NULL,
  digest text NOT NULL,
  loaded_at timestamp with time zone DEFAULT now() NOT NULL,
  control_ids text[] NOT NULL,
  controls jsonb NOT NULL,
  mappings jsonb NOT NULL,
  CONSTRAINT catalogue_versions_pkey PRIMARY KEY (no),
  CONSTRAINT catalogue_versions_framework_version_digest_key UNIQUE (framework, version, digest),
  CONSTRAINT catalogue_versions_digest_check CHECK ((length(digest) = 64))
);

CREATE INDEX catalogue_versions_newest ON public.catalogue_versions USING btree (framework, no);
