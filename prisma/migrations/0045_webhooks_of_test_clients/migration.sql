-- The endpoint of a test client, which its maker names by the API: told of the client's test wallets only. Such an endpoint names no merchant,
-- so that the release before, which knows no test clients here, sends nothing of a merchant's customers to it.
ALTER TABLE webhook_endpoint ADD COLUMN client_id integer REFERENCES api_client (id);
ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_of_programme;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_of_programme CHECK (merchant_id IS NOT NULL OR client_id IS NOT NULL OR event_types <@ ARRAY['security.alert', 'anchor.created']);
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_of_client CHECK (client_id IS NULL OR merchant_id IS NULL AND NOT event_types && ARRAY['security.alert', 'anchor.created']);
CREATE UNIQUE INDEX webhook_endpoint_client_id_key ON webhook_endpoint (client_id) WHERE state <> 'deleted';

-- Headers as they were sent; null for attempts of before, and where nothing was sent.
ALTER TABLE webhook_attempt ADD COLUMN headers jsonb;
