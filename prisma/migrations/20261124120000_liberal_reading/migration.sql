-- A client may be read by the letter of the interface; what was read beside the letter is kept with the request.
ALTER TABLE api_client
  ADD COLUMN is_strict boolean NOT NULL DEFAULT false,
  -- A till that is written from the interface alone sends no reference with a redemption.
  ALTER COLUMN key_required_for SET DEFAULT '{}';

ALTER TABLE api_request ADD COLUMN liberties text[] NOT NULL DEFAULT '{}';
