-- Mail addresses, and addresses that a message is posted to, of those who are told.
ALTER TABLE programme ADD COLUMN troubles_told_to varchar(1000) NOT NULL DEFAULT '';
