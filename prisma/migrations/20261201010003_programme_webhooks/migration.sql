-- Endpoints of the programme itself: told of grave events, whoever's they are, and of anchors, and of nothing that is a merchant's.
ALTER TABLE webhook_endpoint
  ALTER COLUMN merchant_id DROP NOT NULL,
  ADD CONSTRAINT webhook_endpoint_of_programme CHECK (merchant_id IS NOT NULL OR event_types <@ ARRAY['security.alert', 'anchor.created']);
