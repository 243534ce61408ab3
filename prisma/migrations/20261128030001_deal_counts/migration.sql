-- How often each deal was seen and opened, by day of the programme's calendar and channel. Rows are added to in batches, about
-- every five seconds (lib/areas/deals/counts.ts).
CREATE TABLE deal_day (
  deal_id    integer  NOT NULL,
  day        date     NOT NULL,
  channel_id smallint NOT NULL,
  views      bigint   NOT NULL,
  taps       bigint   NOT NULL DEFAULT 0,
  CONSTRAINT deal_day_pkey PRIMARY KEY (deal_id, day, channel_id),
  CONSTRAINT deal_day_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deal (id) ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT deal_day_counts CHECK (views >= 0 AND taps >= 0),
  CONSTRAINT deal_day_channel_id CHECK (channel_id BETWEEN 1 AND 8)
) WITH (fillfactor = 70);
