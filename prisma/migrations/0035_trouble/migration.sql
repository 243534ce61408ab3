-- Causes that operators were told of and that are not over (docs/operations.md, "Notices"). `machine`: the one that found it; empty: all do.
CREATE TABLE trouble (
  key varchar(300) NOT NULL,
  machine varchar(253) NOT NULL,
  text_en varchar(1000) NOT NULL,
  text_ar varchar(1000) NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT trouble_pkey PRIMARY KEY (machine, key)
);
