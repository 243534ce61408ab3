-- What each person makes of the desk's lists: saved views and the columns they do without; and where the tour and the first hour were put away.

CREATE TABLE list_view (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  list varchar(24) NOT NULL,
  place integer NOT NULL,
  name varchar(60) NOT NULL,
  filters jsonb NOT NULL,
  hidden_columns varchar(32)[] NOT NULL
);
CREATE INDEX list_view_user_id_list_idx ON list_view (user_id, list);

CREATE TABLE list_columns (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  list varchar(24) NOT NULL,
  hidden varchar(32)[] NOT NULL,
  PRIMARY KEY (user_id, list)
);

ALTER TABLE app_user ADD COLUMN tour_closed_at timestamptz(3);
ALTER TABLE programme ADD COLUMN first_hour_dismissed_at timestamptz(3);
