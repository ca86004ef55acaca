CREATE TABLE migrations (
  id integer DEFAULT nextval('migrations_id_seq'::regclass) NOT NULL,
  name character varying(255) NOT NULL,
  executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
);
