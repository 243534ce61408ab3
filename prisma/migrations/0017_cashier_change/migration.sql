-- Whether cashiers take over a colleague's till with their own PIN (rules.md §18).
ALTER TABLE programme ADD COLUMN cashiers_change_by_pin boolean NOT NULL DEFAULT false;
