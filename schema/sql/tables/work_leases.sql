CREATE TABLE work_leases (
  name text NOT NULL,
  holder uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT work_leases_pkey PRIMARY KEY (name)
);
