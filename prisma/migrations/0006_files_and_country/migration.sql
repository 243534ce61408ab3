-- How a file of customers is read: what was asked about it, and what was agreed.
ALTER TABLE wallet_import ADD COLUMN agreed jsonb, ADD COLUMN question jsonb;
ALTER TABLE wallet_import DROP CONSTRAINT wallet_import_state;
ALTER TABLE wallet_import ADD CONSTRAINT wallet_import_state
  CHECK (state IN ('receiving', 'checking', 'asking', 'checked', 'running', 'stopped', 'done', 'failed', 'discarded')) NOT VALID;
ALTER TABLE wallet_import VALIDATE CONSTRAINT wallet_import_state;

-- What the columns of files with the same headers were agreed to be, merchant by merchant; 0 for operators.
CREATE TABLE file_columns (
  merchant_id  integer NOT NULL,
  kind         varchar(16) NOT NULL,
  headers_hash char(64) NOT NULL,
  columns      jsonb NOT NULL,
  PRIMARY KEY (merchant_id, kind, headers_hash),
  CONSTRAINT file_columns_kind CHECK (kind IN ('customers', 'branches', 'coupons'))
);

-- The country whose numbers are written without one.
ALTER TABLE programme ADD COLUMN country varchar(8) NOT NULL DEFAULT 'EG';
ALTER TABLE programme ADD CONSTRAINT programme_country CHECK (country IN ('EG', 'SA', 'AE', 'KW', 'QA', 'BH', 'OM', 'JO', 'IQ', 'LB', 'PS', 'SY', 'YE', 'SD', 'LY', 'TN', 'DZ', 'MA', 'MR', 'SO', 'DJ')) NOT VALID;
ALTER TABLE programme VALIDATE CONSTRAINT programme_country;
