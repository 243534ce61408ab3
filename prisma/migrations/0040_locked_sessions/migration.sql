-- A till that is locked for a while: its session is none until its person has given PIN or password again (rules.md §18).
ALTER TABLE session ADD COLUMN locked_at timestamptz(3);
