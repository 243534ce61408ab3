-- What a cashier finds customers by: digits of a mobile number, a name, the number on a receipt.

-- By the last digits of a mobile number.
CREATE INDEX wallet_msisdn_end_idx ON wallet (reverse(contact_msisdn) text_pattern_ops);
-- By the first digits as well as by the whole number, whatever the database's collation.
DROP INDEX wallet_contact_msisdn_idx;
CREATE INDEX wallet_contact_msisdn_idx ON wallet (contact_msisdn varchar_pattern_ops);

-- By a name without the accents of its Latin letters, and with digits of every script. All marks come off their letters, those
-- over alef, waw and ya among them.
CREATE OR REPLACE FUNCTION folded_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
  SELECT regexp_replace(translate(lower(normalize(name, NFKD)), 'ٱىیةک' || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹' || 'ءـ', 'اييهك' || '01234567890123456789'), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')
$$;
REINDEX INDEX wallet_profile_name_words_idx;

-- By the number of an invoice, in any letter case, the newest entry first.
CREATE INDEX entry_invoice_number_idx ON entry (lower(invoice_number), id) WHERE invoice_number IS NOT NULL;
