-- The day on which a promotion's use counts stays with the use: the programme's time zone may change before the reward is cancelled.
ALTER TABLE entry_part ADD COLUMN business_date date;

-- Of what was given before: the day of the present zone, or the nearest that was counted where the zone was another.
ALTER TABLE entry_part DISABLE TRIGGER entry_part_append_only;
UPDATE entry_part p
   SET business_date = coalesce((SELECT u.business_date FROM promotion_use u
                                  WHERE u.promotion_id = g.promotion_id AND u.wallet_id = g.wallet_id AND u.business_date BETWEEN g.day - 1 AND g.day + 1
                                  ORDER BY abs(u.business_date - g.day), u.uses DESC LIMIT 1), g.day)
  FROM (SELECT x.entry_id, x.place, v.promotion_id, coalesce(e.actor_wallet_id, e.wallet_id) AS wallet_id, (e.created_at AT TIME ZONE o.time_zone)::date AS day
          FROM entry_part x JOIN promotion_version v ON v.id = x.promotion_version_id JOIN entry e ON e.id = x.entry_id CROSS JOIN programme o) g
 WHERE p.entry_id = g.entry_id AND p.place = g.place;
ALTER TABLE entry_part ENABLE TRIGGER entry_part_append_only;
ALTER TABLE entry_part ADD CONSTRAINT entry_part_day CHECK ((kind = 'promotion') = (business_date IS NOT NULL));

-- A release that does not know the column yet may still be writing.
CREATE FUNCTION entry_part_gets_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.business_date := (SELECT (e.created_at AT TIME ZONE p.time_zone)::date FROM entry e CROSS JOIN programme p WHERE e.id = NEW.entry_id);
  RETURN NEW;
END $$;
CREATE TRIGGER entry_part_gets_day BEFORE INSERT ON entry_part FOR EACH ROW
  WHEN (NEW.kind = 'promotion' AND NEW.business_date IS NULL) EXECUTE FUNCTION entry_part_gets_day();
