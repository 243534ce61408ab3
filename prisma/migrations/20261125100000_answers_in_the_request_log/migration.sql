-- What a client was answered, masked; null for requests that were logged without it.
ALTER TABLE api_request ADD COLUMN answer jsonb;
