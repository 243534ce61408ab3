-- The day for which it is noted that a person opened more customers than they usually do.
ALTER TABLE wallet_view_count ADD COLUMN unusual_on date;
CREATE INDEX wallet_view_user_idx ON wallet_view (user_id, at);
