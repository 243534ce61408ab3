-- How long people are tied, how long rights are new, and how much of a person's bounds new rights have (rules.md §16).
ALTER TABLE programme ADD COLUMN tie_days integer NOT NULL DEFAULT 7,
  ADD COLUMN new_rights_hours integer NOT NULL DEFAULT 24,
  ADD COLUMN new_rights_percent integer NOT NULL DEFAULT 50;
ALTER TABLE programme ADD CONSTRAINT programme_tie_days CHECK (tie_days BETWEEN 1 AND 365);
ALTER TABLE programme ADD CONSTRAINT programme_new_rights_hours CHECK (new_rights_hours BETWEEN 1 AND 720);
ALTER TABLE programme ADD CONSTRAINT programme_new_rights_percent CHECK (new_rights_percent BETWEEN 0 AND 100);
