CREATE TABLE decided_contents (
  content text NOT NULL,
  no bigint NOT NULL,
  CONSTRAINT decided_contents_pkey PRIMARY KEY (content),
  CONSTRAINT decided_contents_no_key UNIQUE (no)
);
