-- Moves of tier that bills of the wallet caused since a person chose one: the tier before them, and each bill with the tier that it reached.
-- They go back with their bills (rules.md §7). Null: none.
ALTER TABLE wallet ADD COLUMN tier_moves jsonb;
