-- HMAC of each guarded row beside the log, under a key that is not in the database.
CREATE TABLE state_seal (
  kind   varchar(24) NOT NULL,
  row_id varchar(96) NOT NULL,
  seal   bytea NOT NULL,
  CONSTRAINT state_seal_pkey PRIMARY KEY (kind, row_id)
);
