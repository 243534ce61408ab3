-- Numbers or names of the accounts that the journal of a settlement books to.
ALTER TABLE programme ADD COLUMN journal_owed varchar(60) NOT NULL DEFAULT 'Points owed',
  ADD COLUMN journal_granted varchar(60) NOT NULL DEFAULT 'Points granted',
  ADD COLUMN journal_paid varchar(60) NOT NULL DEFAULT 'Sales paid with points',
  ADD COLUMN journal_lapsed varchar(60) NOT NULL DEFAULT 'Points expired',
  ADD COLUMN journal_other varchar(60) NOT NULL DEFAULT 'Other changes of points';
