-- Sets of permissions that merchants make for their staff (rules.md §16). A set departs from the role that it begins with, and its people keep that role.
CREATE TABLE permission_set (
  id serial PRIMARY KEY,
  merchant_id integer NOT NULL REFERENCES merchant (id),
  name varchar(60) NOT NULL,
  role varchar(24) NOT NULL,
  added text[] NOT NULL DEFAULT '{}',
  removed text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT permission_set_role CHECK (role IN ('cashier', 'read_only', 'marketing', 'finance', 'supervisor', 'merchant_admin')),
  CONSTRAINT permission_set_name_key UNIQUE (merchant_id, name),
  CONSTRAINT permission_set_people_key UNIQUE (id, merchant_id, role)
);

ALTER TABLE app_user
  ADD COLUMN permission_set_id integer,
  ADD CONSTRAINT app_user_permission_set_id_fkey FOREIGN KEY (permission_set_id, merchant_id, role)
    REFERENCES permission_set (id, merchant_id, role) NOT VALID;
CREATE INDEX app_user_permission_set_id_idx ON app_user (permission_set_id);
