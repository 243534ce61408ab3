-- The programme's logo, shown on every page, on customers' displays and on receipts.
ALTER TABLE programme
  ADD COLUMN logo_hash char(64),
  ADD CONSTRAINT programme_logo_hash_fkey FOREIGN KEY (logo_hash) REFERENCES image (hash) NOT VALID;
