-- How staff come in: links that are good for one use, and a second factor whose codes are good for one use.

-- Whether those who administer must have a second factor before they can do anything else.
ALTER TABLE programme ADD COLUMN admins_need_two_factor boolean NOT NULL DEFAULT false;

-- A link with which somebody chooses their password: one at a time for each user, kept as a hash until it is used.
CREATE TABLE user_link (
  user_id    integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  purpose    varchar(8) NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_by integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT user_link_purpose CHECK (purpose IN ('invite', 'reset')),
  CONSTRAINT user_link_token_hash CHECK (length(token_hash) = 32)
);
CREATE UNIQUE INDEX user_link_token_hash_key ON user_link (token_hash);

-- One second factor for each user.
DROP INDEX two_factor_user_id_idx;
CREATE UNIQUE INDEX two_factor_user_id_key ON two_factor (user_id);

-- Codes that were accepted, for as long as they could be used again.
CREATE TABLE two_factor_code (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  code    varchar(16) NOT NULL,
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- What the audit log is searched by, page by page.
CREATE INDEX audit_log_user_id_idx ON audit_log (user_id, id);
CREATE INDEX audit_log_merchant_page_idx ON audit_log (merchant_id, id);
