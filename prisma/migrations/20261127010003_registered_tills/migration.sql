-- Registered tills: where the programme asks for it, a cashier works on devices that somebody registered for a branch.

ALTER TABLE programme ADD COLUMN tills_need_registration boolean NOT NULL DEFAULT false;

CREATE TABLE till (
  id serial PRIMARY KEY,
  branch_id integer NOT NULL REFERENCES branch (id),
  token_hash bytea NOT NULL,
  code varchar(8),
  code_expires_at timestamptz(3),
  name varchar(60) NOT NULL DEFAULT '',
  user_agent text NOT NULL,
  address text NOT NULL,
  requested_by integer NOT NULL REFERENCES app_user (id),
  requested_at timestamptz(3) NOT NULL,
  registered_by integer REFERENCES app_user (id),
  registered_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_by integer REFERENCES app_user (id),
  revoked_by integer REFERENCES app_user (id),
  revoked_at timestamptz(3),
  CONSTRAINT till_token_hash CHECK (octet_length(token_hash) = 32),
  CONSTRAINT till_code CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL OR registered_at IS NULL)),
  CONSTRAINT till_revoked CHECK (revoked_at IS NULL OR registered_at IS NOT NULL)
);
CREATE UNIQUE INDEX till_token_key ON till (token_hash);
CREATE UNIQUE INDEX till_code_key ON till (code);
CREATE INDEX till_branch_id_idx ON till (branch_id);
