-- From an entry to those that refund, cancel or receive it. Partial, so that rewards and redemptions, the bulk of the
-- log, pay nothing for it.
CREATE INDEX entry_related_entry_idx ON entry (related_entry_id) WHERE related_entry_id IS NOT NULL;
