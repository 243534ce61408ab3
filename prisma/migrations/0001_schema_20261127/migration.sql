-- The database as of 27 November 2026: every table with its indexes, guards and first rows. Later changes are migrations of their own,
-- numbered in order. prisma/schema.prisma mirrors it (tests/integration/platform/schema.test.ts).

-- Logs and keys are append-only: their triggers refuse changes, also of the tables' owner.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;

CREATE SEQUENCE wallet_id_seq AS bigint;
CREATE SEQUENCE entry_id_seq AS bigint;

-- The rows of a batch travel as one array of composite values for each table. Arrays of single columns would have to be stored and
-- joined again, which costs more, above all in a small batch. Later row types add fields: the earlier ones stay for processes of the release before.
CREATE TYPE movement_row AS (
  wallet_id          bigint,
  seq                integer,
  id                 bigint,
  log_type_id        smallint,
  channel_id         smallint,
  amount             bigint,
  points_delta       bigint,
  suspended_delta    bigint,
  amount_value       bigint,
  factor             numeric,
  balance_after      bigint,
  accumulated_after  bigint,
  redeemed_after     bigint,
  suspended_after    bigint,
  segment_version_id integer,
  user_id            integer,
  merchant_id        integer,
  branch_id          integer,
  related_entry_id   bigint,
  expires_on         date,
  created_at         timestamptz,
  invoice_date       timestamptz,
  lot_moves          jsonb,
  branch_msisdn      text,
  external_log_id    text,
  invoice_number     text,
  sku_id             text,
  comment            text,
  hash               bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

CREATE TYPE lot_row AS (
  wallet_id  bigint,
  expires_on date,
  points     bigint
);

CREATE TYPE key_row AS (
  user_id      integer,
  operation    smallint,
  key          text,
  wallet_id    bigint,
  entry_id     bigint,
  request_hash bytea,
  created_at   timestamptz
);

CREATE TYPE reversal_row AS (
  wallet_id             bigint,
  entry_id              bigint,
  taken                 bigint,
  given_back            bigint,
  given_back_value      bigint,
  open_refunds          integer,
  given_back_by_lot     jsonb,
  cancelled_by_entry_id bigint
);

CREATE TYPE exact_movement_row AS (
  wallet_id          bigint,
  seq                integer,
  id                 bigint,
  log_type_id        smallint,
  channel_id         smallint,
  amount             bigint,
  points_delta       bigint,
  suspended_delta    bigint,
  amount_value       bigint,
  amount_hundredths  smallint,
  factor             numeric,
  balance_after      bigint,
  accumulated_after  bigint,
  redeemed_after     bigint,
  suspended_after    bigint,
  segment_version_id integer,
  user_id            integer,
  merchant_id        integer,
  branch_id          integer,
  related_entry_id   bigint,
  expires_on         date,
  created_at         timestamptz,
  invoice_date       timestamptz,
  lot_moves          jsonb,
  branch_msisdn      text,
  external_log_id    text,
  invoice_number     text,
  sku_id             text,
  comment            text,
  hash               bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

CREATE TYPE exact_reversal_row AS (
  wallet_id             bigint,
  entry_id              bigint,
  taken                 bigint,
  given_back            bigint,
  given_back_value      bigint,
  given_back_hundredths smallint,
  open_refunds          integer,
  given_back_by_lot     jsonb,
  cancelled_by_entry_id bigint
);

CREATE TYPE living_movement_row AS (
  wallet_id          bigint,
  seq                integer,
  id                 bigint,
  log_type_id        smallint,
  channel_id         smallint,
  amount             bigint,
  points_delta       bigint,
  suspended_delta    bigint,
  amount_value       bigint,
  amount_hundredths  smallint,
  factor             numeric,
  balance_after      bigint,
  accumulated_after  bigint,
  redeemed_after     bigint,
  suspended_after    bigint,
  segment_version_id integer,
  user_id            integer,
  merchant_id        integer,
  branch_id          integer,
  related_entry_id   bigint,
  expires_on         date,
  created_at         timestamptz,
  invoice_date       timestamptz,
  lot_moves          jsonb,
  branch_msisdn      text,
  external_log_id    text,
  invoice_number     text,
  sku_id             text,
  actor_wallet_id    bigint,
  offer_number       integer,
  sku_rule_id        integer,
  comment            text,
  hash               bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

-- The programme, merchants and their branches -------------------------------------------------------------------------

CREATE TABLE programme (
  id                          smallint PRIMARY KEY DEFAULT 1,
  name_en                     varchar(120) NOT NULL,
  name_ar                     varchar(120) NOT NULL,
  currency                    char(3) NOT NULL DEFAULT 'EGP',
  time_zone                   varchar(64) NOT NULL DEFAULT 'Africa/Cairo',
  points_validity_months      integer NOT NULL DEFAULT 24,
  refund_grace_days           integer NOT NULL DEFAULT 30,
  cancel_window_business_days integer NOT NULL DEFAULT 1,
  weekend_days                smallint[] NOT NULL DEFAULT '{5,6}',
  cancelled_reward_policy     varchar(16) NOT NULL DEFAULT 'negative',
  pin_policy                  varchar(16) NOT NULL DEFAULT 'when_set',
  pin_above_value             integer,
  points_per_entry_max        bigint NOT NULL DEFAULT 100000000,
  balance_max                 bigint NOT NULL DEFAULT 1000000000000,
  adjustment_approval_above   bigint NOT NULL DEFAULT 10000,
  version                     integer NOT NULL DEFAULT 1,
  updated_at                  timestamptz(3) NOT NULL DEFAULT now(),
  -- Administrators must have a second factor before they can do anything else.
  admins_need_two_factor      boolean NOT NULL DEFAULT false,
  -- Cashiers work only on devices that were registered for a branch.
  tills_need_registration     boolean NOT NULL DEFAULT false,
  -- Wrong PINs in 15 minutes after which no more are judged.
  pin_wrong_per_person_max    integer NOT NULL DEFAULT 20,
  pin_wrong_per_client_max    integer NOT NULL DEFAULT 100,
  -- Limits of one movement, one person and one wallet (rules.md §15). NULL: none. Money in whole currency units.
  reward_value_max            integer,
  person_reward_points_max    integer,
  person_reversed_value_max   integer,
  wallet_rewards_max          integer,
  unproved_value_max          integer,
  repeated_invoices           varchar(8) NOT NULL DEFAULT 'off',
  approves_beyond_limits      boolean NOT NULL DEFAULT true,
  admins_need_second_person   boolean NOT NULL DEFAULT true,
  pin_setter_hours            integer NOT NULL DEFAULT 24,
  wallet_views_per_minute     integer NOT NULL DEFAULT 120,
  wallet_views_per_day        integer NOT NULL DEFAULT 2000,
  shifts                      varchar(8) NOT NULL DEFAULT 'off',
  first_hour_dismissed_at     timestamptz(3),
  ripening_days               integer NOT NULL DEFAULT 0,
  children_max                smallint NOT NULL DEFAULT 10,
  promotions_stack            boolean NOT NULL DEFAULT false,
  used_coupon_policy          varchar(8) NOT NULL DEFAULT 'refuse',
  -- Referrals (rules.md §23): points for the referrer and for the newcomer, with the newcomer's first reward. Off by default.
  referral_bonus              integer NOT NULL DEFAULT 0,
  referral_newcomer_bonus     integer NOT NULL DEFAULT 0,
  -- In whole currency units.
  referral_least_value        integer NOT NULL DEFAULT 0,
  -- Bonuses that one referrer gets in a calendar month; NULL: as many as come.
  referral_per_month_max      integer,
  -- Rules that hold a movement until it was reviewed (rules.md §15). All off by default.
  review_own_number           boolean NOT NULL DEFAULT false,
  -- Rewards by one person to one wallet within the minutes; one more is held. NULL: off.
  review_rewards_max          smallint,
  review_rewards_minutes      smallint NOT NULL DEFAULT 10,
  -- A redemption so soon after a reward by the same person. NULL: off.
  review_redemption_minutes   smallint,
  -- Rewards outside these hours of the programme's day. NULL both: off.
  review_hours_from           smallint,
  review_hours_until          smallint,
  -- A bill earns as a whole, or on the part that is not paid with points.
  earned_on                   varchar(8) NOT NULL DEFAULT 'bill',
  CONSTRAINT programme_single_row CHECK (id = 1),
  CONSTRAINT programme_validity CHECK (points_validity_months BETWEEN 0 AND 1200),
  CONSTRAINT programme_windows CHECK (refund_grace_days BETWEEN 0 AND 3650 AND cancel_window_business_days BETWEEN 0 AND 366),
  CONSTRAINT programme_cancelled_reward_policy CHECK (cancelled_reward_policy IN ('negative', 'refuse')),
  CONSTRAINT programme_pin_policy CHECK (pin_policy IN ('when_set', 'never', 'above') AND (pin_policy = 'above') = (pin_above_value IS NOT NULL)),
  CONSTRAINT programme_limits CHECK (
    points_per_entry_max BETWEEN 1 AND 1000000000000 AND balance_max BETWEEN 1 AND 4000000000000),
  CONSTRAINT programme_pin_wrong CHECK (pin_wrong_per_person_max BETWEEN 1 AND 1000 AND pin_wrong_per_client_max BETWEEN 1 AND 10000),
  CONSTRAINT programme_pin_setter_hours CHECK (pin_setter_hours BETWEEN 0 AND 8760),
  CONSTRAINT programme_wallet_views CHECK (wallet_views_per_minute BETWEEN 1 AND 100000 AND wallet_views_per_day BETWEEN 1 AND 1000000),
  CONSTRAINT programme_shifts CHECK (shifts IN ('off', 'offered', 'required')),
  CONSTRAINT programme_ripening_days CHECK (ripening_days BETWEEN 0 AND 365),
  CONSTRAINT programme_children_max CHECK (children_max BETWEEN 0 AND 100),
  CONSTRAINT programme_used_coupon_policy CHECK (used_coupon_policy IN ('refuse', 'allow')),
  CONSTRAINT programme_referrals CHECK (referral_bonus BETWEEN 0 AND 1000000 AND referral_newcomer_bonus BETWEEN 0 AND 1000000
    AND referral_least_value BETWEEN 0 AND 1000000 AND referral_per_month_max BETWEEN 0 AND 100000),
  CONSTRAINT programme_reviews CHECK (review_rewards_max BETWEEN 1 AND 100 AND review_rewards_minutes BETWEEN 1 AND 120
    AND review_redemption_minutes BETWEEN 1 AND 120 AND review_hours_from BETWEEN 0 AND 23 AND review_hours_until BETWEEN 0 AND 23
    AND (review_hours_from IS NULL) = (review_hours_until IS NULL) AND review_hours_from <> review_hours_until),
  CONSTRAINT programme_earned_on CHECK (earned_on IN ('bill', 'rest')),
  CONSTRAINT programme_movement_limits CHECK (reward_value_max >= 0 AND person_reward_points_max >= 0
    AND person_reversed_value_max >= 0 AND wallet_rewards_max BETWEEN 0 AND 1000 AND unproved_value_max >= 0
    AND repeated_invoices IN ('off', 'flagged', 'refused'))
);

CREATE TABLE image (
  hash         char(64) PRIMARY KEY,
  content_type varchar(32) NOT NULL,
  width        integer NOT NULL,
  height       integer NOT NULL,
  bytes        bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  -- Since then a job has found no deal and no merchant with the picture; NULL while one has it, or before the first look.
  unused_since timestamptz(3),
  CONSTRAINT image_content_type CHECK (content_type IN ('image/webp', 'image/png', 'image/jpeg', 'image/svg+xml'))
);

CREATE TABLE merchant (
  id                        integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name_en                   varchar(120) NOT NULL,
  name_ar                   varchar(120) NOT NULL,
  image_hash                char(64),
  refund_window_days        integer NOT NULL DEFAULT 90,
  refund_same_branch_only   boolean NOT NULL DEFAULT false,
  is_active                 boolean NOT NULL DEFAULT true,
  version                   integer NOT NULL DEFAULT 1,
  created_at                timestamptz(3) NOT NULL DEFAULT now(),
  updated_at                timestamptz(3) NOT NULL DEFAULT now(),
  return_window_days        integer NOT NULL DEFAULT 90,
  cashiers_may_enrol        boolean NOT NULL DEFAULT false,
  reward_value_max          integer,
  person_reward_points_max  integer,
  person_reversed_value_max integer,
  wallet_rewards_max        integer,
  unproved_value_max        integer,
  repeated_invoices         varchar(8) NOT NULL DEFAULT 'off',
  ripening_days             integer,
  CONSTRAINT merchant_refund_window CHECK (refund_window_days BETWEEN 0 AND 3650),
  CONSTRAINT merchant_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES image (hash),
  CONSTRAINT merchant_return_window CHECK (return_window_days BETWEEN 0 AND 3650),
  CONSTRAINT merchant_ripening_days CHECK (ripening_days BETWEEN 0 AND 365),
  CONSTRAINT merchant_movement_limits CHECK (reward_value_max >= 0 AND person_reward_points_max >= 0
    AND person_reversed_value_max >= 0 AND wallet_rewards_max BETWEEN 0 AND 1000 AND unproved_value_max >= 0
    AND repeated_invoices IN ('off', 'flagged', 'refused'))
);
CREATE TRIGGER merchant_not_deleted BEFORE DELETE ON merchant FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merchant_not_truncated BEFORE TRUNCATE ON merchant FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger remembers its rules under the mark of the programme's row (decision 0046): a merchant's days renew it.
CREATE FUNCTION merchant_renews_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE programme SET id = id WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER merchant_renews_rules_on_insert AFTER INSERT ON merchant FOR EACH ROW
  WHEN (NEW.ripening_days IS NOT NULL) EXECUTE FUNCTION merchant_renews_rules();
CREATE TRIGGER merchant_renews_rules_on_update AFTER UPDATE ON merchant FOR EACH ROW
  WHEN (OLD.ripening_days IS DISTINCT FROM NEW.ripening_days) EXECUTE FUNCTION merchant_renews_rules();

CREATE TABLE branch (
  id          integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  merchant_id integer NOT NULL REFERENCES merchant (id),
  msisdn      varchar(16) NOT NULL,
  name_en     varchar(120) NOT NULL,
  name_ar     varchar(120) NOT NULL,
  address_en  varchar(250) NOT NULL DEFAULT '',
  address_ar  varchar(250) NOT NULL DEFAULT '',
  phone       varchar(20),
  latitude    numeric(9, 6),
  longitude   numeric(9, 6),
  is_active   boolean NOT NULL DEFAULT true,
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  updated_at  timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT branch_msisdn_e164 CHECK (msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT branch_coordinates CHECK ((latitude IS NULL) = (longitude IS NULL) AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180)
);
CREATE UNIQUE INDEX branch_msisdn_key ON branch (msisdn);
CREATE INDEX branch_merchant_id_idx ON branch (merchant_id);
CREATE TRIGGER branch_not_deleted BEFORE DELETE ON branch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER branch_not_truncated BEFORE TRUNCATE ON branch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE category (
  id             integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name_en        varchar(60) NOT NULL,
  name_ar        varchar(60) NOT NULL,
  icon           varchar(32) NOT NULL DEFAULT 'tag',
  sorting_number integer NOT NULL DEFAULT 0,
  is_active      boolean NOT NULL DEFAULT true,
  version        integer NOT NULL DEFAULT 1
);

-- People and how they sign in -----------------------------------------------------------------------------------------

-- Portal users sign in; technical users stand for an API client or the system in userId. Sign-in tables follow the
-- names that the session library expects.
CREATE TABLE app_user (
  id                 integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind               varchar(16) NOT NULL DEFAULT 'portal',
  name               varchar(120) NOT NULL,
  email              varchar(254) NOT NULL,
  email_verified     boolean NOT NULL DEFAULT false,
  image              text,
  username           varchar(64),
  display_username   varchar(64),
  role               varchar(24),
  merchant_id        integer REFERENCES merchant (id),
  is_active          boolean NOT NULL DEFAULT true,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  locale             varchar(8),
  last_active_at     timestamptz(3),
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz(3) NOT NULL DEFAULT now(),
  updated_at         timestamptz(3) NOT NULL DEFAULT now(),
  -- The portal's look for this user, on every device.
  theme              varchar(8),
  density            varchar(16),
  tour_closed_at     timestamptz(3),
  CONSTRAINT app_user_kind CHECK (kind IN ('portal', 'technical', 'system')),
  CONSTRAINT app_user_role CHECK (
    CASE kind WHEN 'portal' THEN role IN ('cashier', 'supervisor', 'merchant_admin', 'programme_operator') AND username IS NOT NULL
              ELSE role IS NULL AND username IS NULL END),
  CONSTRAINT app_user_merchant CHECK (kind <> 'portal' OR (role = 'programme_operator') = (merchant_id IS NULL)),
  CONSTRAINT app_user_appearance CHECK (
    theme IN ('system', 'light', 'dark') AND density IN ('comfortable', 'compact'))
);
CREATE UNIQUE INDEX app_user_email_key ON app_user (email);
CREATE UNIQUE INDEX app_user_username_key ON app_user (username);
CREATE INDEX app_user_merchant_id_idx ON app_user (merchant_id);
CREATE TRIGGER app_user_not_deleted BEFORE DELETE ON app_user FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER app_user_not_truncated BEFORE TRUNCATE ON app_user FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE user_branch (
  user_id   integer NOT NULL REFERENCES app_user (id),
  branch_id integer NOT NULL REFERENCES branch (id),
  PRIMARY KEY (user_id, branch_id)
);
CREATE INDEX user_branch_branch_id_idx ON user_branch (branch_id);

CREATE TABLE session (
  id         integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id    integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  token      text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  began_with varchar(16)
);
CREATE UNIQUE INDEX session_token_key ON session (token);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE account (
  id                       integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id                  integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope                    text,
  created_at               timestamptz(3) NOT NULL DEFAULT now(),
  updated_at               timestamptz(3) NOT NULL DEFAULT now(),
  -- The party that vouches for the account; for a password this service itself.
  issuer                   text NOT NULL DEFAULT 'local:credential'
);
CREATE UNIQUE INDEX account_provider_key ON account (provider_id, account_id);
CREATE INDEX account_user_id_idx ON account (user_id);
CREATE UNIQUE INDEX account_issuer_key ON account (issuer, account_id);

CREATE TABLE verification (
  id         integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX verification_identifier_idx ON verification (identifier);

CREATE TABLE two_factor (
  id                        integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id                   integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz(3)
);
CREATE UNIQUE INDEX two_factor_user_id_key ON two_factor (user_id);

-- Codes that were accepted, for as long as they could be used again.
CREATE TABLE two_factor_code (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  code    varchar(16) NOT NULL,
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- Passkeys (WebAuthn), as the sign-in library keeps them.
CREATE TABLE passkey (
  id            serial PRIMARY KEY,
  user_id       integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name          varchar(60),
  public_key    text NOT NULL,
  credential_id text NOT NULL,
  counter       integer NOT NULL,
  device_type   varchar(32) NOT NULL,
  backed_up     boolean NOT NULL,
  transports    text,
  aaguid        varchar(64),
  created_at    timestamptz(3) DEFAULT now(),
  last_used_at  timestamptz(3)
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

CREATE TABLE known_device (
  id           serial PRIMARY KEY,
  user_id      integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  token_hash   bytea NOT NULL,
  address      text NOT NULL,
  user_agent   text NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT known_device_token_hash CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX known_device_token_key ON known_device (token_hash, user_id);
CREATE INDEX known_device_user_id_idx ON known_device (user_id);

-- Failed attempts by address and by user name, shared by all processes and kept over restarts. Unlogged: after a crash
-- of the database the counts start afresh, which costs an attacker more than it gives.
CREATE UNLOGGED TABLE sign_in_attempt (
  key     varchar(255) PRIMARY KEY,
  points  integer NOT NULL DEFAULT 0,
  expire  bigint,
  -- Milliseconds since 1970, as expire: the next attempt may be made then, and the turn of the attempt that waits in line.
  next_at bigint NOT NULL DEFAULT 0,
  turn_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX sign_in_attempt_expire_idx ON sign_in_attempt (expire);

-- A link with which a user chooses a password: one at a time for each user, kept as a hash until it is used.
CREATE TABLE user_link (
  user_id     integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  purpose     varchar(8) NOT NULL,
  token_hash  bytea NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  created_by  integer NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  approved_by integer,
  CONSTRAINT user_link_purpose CHECK (purpose IN ('invite', 'reset')),
  CONSTRAINT user_link_token_hash CHECK (length(token_hash) = 32)
);
CREATE UNIQUE INDEX user_link_token_hash_key ON user_link (token_hash);

-- Acts that made a user's access or replaced the user's means of signing in. For a day that user approves no act of the granting one.
CREATE TABLE access_grant (
  id         bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id    integer NOT NULL REFERENCES app_user (id),
  granted_by integer NOT NULL REFERENCES app_user (id),
  -- A link that was shown to the granting user, a password, a second factor taken away, rights.
  how        varchar(16) NOT NULL,
  at         timestamptz(3) NOT NULL,
  CONSTRAINT access_grant_how CHECK (how IN ('link_shown', 'password', 'two_factor', 'rights', 'approved'))
);
CREATE INDEX access_grant_user_idx ON access_grant (user_id, at);

-- A PIN by which staff approve at a colleague's till, hashed as passwords are.
CREATE TABLE staff_pin (
  user_id       integer NOT NULL,
  hash          text NOT NULL,
  failed_in_row integer NOT NULL DEFAULT 0,
  locked_until  timestamptz(3),
  changed_at    timestamptz(3) NOT NULL,
  CONSTRAINT staff_pin_pkey PRIMARY KEY (user_id),
  CONSTRAINT staff_pin_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id)
);

-- Mobile numbers that are known to be a person's own.
CREATE TABLE staff_number (
  user_id    integer NOT NULL CONSTRAINT staff_number_user_id_fkey REFERENCES app_user (id),
  msisdn     varchar(16) NOT NULL,
  created_by integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, msisdn),
  CONSTRAINT staff_number_e164 CHECK (msisdn ~ '^\+[1-9][0-9]{6,14}$')
);
CREATE INDEX staff_number_msisdn_idx ON staff_number (msisdn);

-- Each user's own saved views of the desk's lists.
CREATE TABLE list_view (
  id             serial PRIMARY KEY,
  user_id        integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  list           varchar(24) NOT NULL,
  place          integer NOT NULL,
  name           varchar(60) NOT NULL,
  filters        jsonb NOT NULL,
  hidden_columns varchar(32)[] NOT NULL
);
CREATE INDEX list_view_user_id_list_idx ON list_view (user_id, list);

CREATE TABLE list_columns (
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  list    varchar(24) NOT NULL,
  hidden  varchar(32)[] NOT NULL,
  PRIMARY KEY (user_id, list)
);

-- Tills and shifts ----------------------------------------------------------------------------------------------------

CREATE TABLE till (
  id              serial PRIMARY KEY,
  branch_id       integer NOT NULL REFERENCES branch (id),
  token_hash      bytea NOT NULL,
  code            varchar(8),
  code_expires_at timestamptz(3),
  name            varchar(60) NOT NULL DEFAULT '',
  user_agent      text NOT NULL,
  address         text NOT NULL,
  requested_by    integer NOT NULL REFERENCES app_user (id),
  requested_at    timestamptz(3) NOT NULL,
  registered_by   integer REFERENCES app_user (id),
  registered_at   timestamptz(3),
  last_used_at    timestamptz(3),
  last_used_by    integer REFERENCES app_user (id),
  revoked_by      integer REFERENCES app_user (id),
  revoked_at      timestamptz(3),
  CONSTRAINT till_token_hash CHECK (octet_length(token_hash) = 32),
  CONSTRAINT till_code CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL OR registered_at IS NULL)),
  CONSTRAINT till_revoked CHECK (revoked_at IS NULL OR registered_at IS NOT NULL)
);
CREATE UNIQUE INDEX till_token_key ON till (token_hash);
CREATE UNIQUE INDEX till_code_key ON till (code);
CREATE INDEX till_branch_id_idx ON till (branch_id);

-- A window or tablet that the customer looks at. It ends with the session of the till that it is paired with.
CREATE TABLE till_display (
  id              serial PRIMARY KEY,
  session_id      integer NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  user_id         integer NOT NULL REFERENCES app_user (id),
  branch_id       integer NOT NULL REFERENCES branch (id),
  code            varchar(8),
  code_expires_at timestamptz(3),
  token_hash      bytea,
  seen_at         timestamptz(3),
  -- Counts the changes: a display asks for those after the last one that it knows.
  version         integer NOT NULL DEFAULT 1,
  -- The till's picture: amounts and points, never a name, a number or a wallet.
  shown           jsonb NOT NULL DEFAULT '{"name": "idle"}',
  shown_at        timestamptz(3) NOT NULL,
  -- The redemption whose PIN is asked for, and the judgement of the typed PIN. The PIN itself is not kept.
  pin_wallet_code varchar(32),
  pin_hundredths  bigint,
  pin_check       jsonb,
  pin_at          timestamptz(3),
  CONSTRAINT till_display_code CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL OR token_hash IS NULL)),
  CONSTRAINT till_display_pin CHECK (num_nulls(pin_wallet_code, pin_hundredths) IN (0, 2) AND num_nulls(pin_check, pin_at) IN (0, 2) AND (pin_check IS NULL OR pin_wallet_code IS NOT NULL)),
  CONSTRAINT till_display_token CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX till_display_session_key ON till_display (session_id);
CREATE UNIQUE INDEX till_display_code_key ON till_display (code);
CREATE UNIQUE INDEX till_display_token_key ON till_display (token_hash);

-- The entries of a shift follow from user, branch and time: no row of the log names a shift.
CREATE TABLE shift (
  id                 serial PRIMARY KEY,
  user_id            integer NOT NULL REFERENCES app_user (id),
  branch_id          integer NOT NULL REFERENCES branch (id),
  opened_by          integer NOT NULL REFERENCES app_user (id),
  opened_at          timestamptz(3) NOT NULL,
  -- The cash that the cashier counted: nothing is computed from it.
  opening_hundredths bigint,
  opening_note       varchar(250) NOT NULL DEFAULT '',
  closed_by          integer REFERENCES app_user (id),
  closed_at          timestamptz(3),
  ending             varchar(12),
  closing_hundredths bigint,
  closing_note       varchar(250) NOT NULL DEFAULT '',
  -- The shift of the colleague that it was handed over to.
  handed_to          integer REFERENCES shift (id),
  CONSTRAINT shift_counts CHECK (coalesce(opening_hundredths, 0) >= 0 AND coalesce(closing_hundredths, 0) >= 0),
  CONSTRAINT shift_ending CHECK (ending IN ('closed', 'handed_over', 'by_other', 'day_end')),
  CONSTRAINT shift_closed CHECK (
    num_nulls(closed_by, closed_at, ending) IN (0, 3)
    AND (closed_at IS NULL OR closed_at >= opened_at)
    AND (closed_at IS NOT NULL OR closing_hundredths IS NULL)
    AND (handed_to IS NOT NULL) = (ending IS NOT DISTINCT FROM 'handed_over'))
);
-- A person has one open shift.
CREATE UNIQUE INDEX shift_open_idx ON shift (user_id) WHERE closed_at IS NULL;
CREATE INDEX shift_branch_idx ON shift (branch_id, opened_at);
CREATE UNIQUE INDEX shift_handed_to_key ON shift (handed_to);

CREATE FUNCTION shift_closed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.branch_id, NEW.opened_by, NEW.opened_at, NEW.opening_hundredths, NEW.opening_note)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.branch_id, OLD.opened_by, OLD.opened_at, OLD.opening_hundredths, OLD.opening_note) THEN
    RAISE EXCEPTION 'shift % is closed, or was opened otherwise', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'shift_closed_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shift_closed_once BEFORE UPDATE ON shift FOR EACH ROW EXECUTE FUNCTION shift_closed_once();

-- API clients and their requests --------------------------------------------------------------------------------------

-- A test client acts on the test wallets of its sandbox, and on nothing else. A customer's wallet is in no sandbox.
CREATE TABLE sandbox (
  id         serial PRIMARY KEY,
  -- The sandbox of the demo data, whose clients act on the demo's customers as well.
  is_demo    boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sandbox_demo_key ON sandbox (is_demo) WHERE is_demo;

CREATE TABLE api_client (
  id                        integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  merchant_id               integer NOT NULL REFERENCES merchant (id),
  user_id                   integer NOT NULL REFERENCES app_user (id),
  name                      varchar(120) NOT NULL,
  scopes                    text[] NOT NULL,
  all_branches              boolean NOT NULL DEFAULT true,
  ip_ranges                 text[] NOT NULL DEFAULT '{}',
  rate_per_second           integer,
  rate_burst                integer,
  -- A till that is written from the interface alone sends no reference with a redemption.
  key_required_for          text[] NOT NULL DEFAULT '{}',
  legacy_http_200           boolean NOT NULL DEFAULT false,
  expose_nid                boolean NOT NULL DEFAULT false,
  expires_at                timestamptz(3),
  revoked_at                timestamptz(3),
  version                   integer NOT NULL DEFAULT 1,
  created_at                timestamptz(3) NOT NULL DEFAULT now(),
  updated_at                timestamptz(3) NOT NULL DEFAULT now(),
  -- A strict client is read by the letter of the interface; of others each liberty is kept with the request.
  is_strict                 boolean NOT NULL DEFAULT false,
  -- GetDeals shows the deals of the client's own merchant only.
  own_deals_only            boolean NOT NULL DEFAULT false,
  -- Origins whose pages a browser lets read this client's answers; none unless an admin names them.
  allowed_origins           text[] NOT NULL DEFAULT '{}',
  sandbox_id                integer CONSTRAINT api_client_sandbox_id_fkey REFERENCES sandbox (id),
  -- Signatures of requests: not looked at, checked where there is one, or required.
  signing                   varchar(8) NOT NULL DEFAULT 'off' CONSTRAINT api_client_signing CHECK (signing IN ('off', 'accepted', 'required')),
  -- With limits of its own a client has these and no others.
  has_own_limits            boolean NOT NULL DEFAULT false,
  reward_value_max          integer,
  person_reward_points_max  integer,
  person_reversed_value_max integer,
  wallet_rewards_max        integer,
  unproved_value_max        integer,
  repeated_invoices         varchar(8) NOT NULL DEFAULT 'off',
  CONSTRAINT api_client_scopes
    CHECK (scopes <@ ARRAY['reward', 'redeem', 'refund', 'cancel', 'deals', 'events', 'wallet', 'enrol']),
  CONSTRAINT api_client_key_required_for
    CHECK (key_required_for <@ ARRAY['reward', 'redeem', 'refund', 'cancel', 'enrol']),
  CONSTRAINT api_client_rate CHECK ((rate_per_second IS NULL) = (rate_burst IS NULL) AND rate_per_second >= 1 AND rate_burst >= rate_per_second),
  CONSTRAINT api_client_movement_limits CHECK (reward_value_max >= 0 AND person_reward_points_max >= 0
    AND person_reversed_value_max >= 0 AND wallet_rewards_max BETWEEN 0 AND 1000 AND unproved_value_max >= 0
    AND repeated_invoices IN ('off', 'flagged', 'refused'))
);
CREATE UNIQUE INDEX api_client_user_id_key ON api_client (user_id);
CREATE INDEX api_client_merchant_id_idx ON api_client (merchant_id);
-- Preflights ask for any client's origins.
CREATE INDEX api_client_allowed_origins_idx ON api_client (id) WHERE allowed_origins <> '{}';

-- Test wallets and test clients stay so: points that nobody earned never become a customer's, and a tested client never goes live.
CREATE FUNCTION keeps_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What is for tests stays so, and what is not never becomes so'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
CREATE TRIGGER api_client_keeps_sandbox BEFORE UPDATE OF sandbox_id ON api_client FOR EACH ROW
  WHEN (OLD.sandbox_id IS DISTINCT FROM NEW.sandbox_id) EXECUTE FUNCTION keeps_sandbox();

CREATE TABLE api_client_branch (
  client_id integer NOT NULL REFERENCES api_client (id),
  branch_id integer NOT NULL REFERENCES branch (id),
  PRIMARY KEY (client_id, branch_id)
);

-- A client may have two live secrets while it rotates. Only a SHA-256 of the secret is kept: the secrets are
-- random and long, so a slow hash would add nothing but time at the till.
CREATE TABLE api_client_secret (
  id           integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  client_id    integer NOT NULL REFERENCES api_client (id),
  secret_hash  bytea NOT NULL,
  last4        char(4) NOT NULL,
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3),
  created_at   timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX api_client_secret_hash_key ON api_client_secret (secret_hash);
CREATE INDEX api_client_secret_client_id_idx ON api_client_secret (client_id);

-- The secret a client signs with, sealed with a key that is not in the database.
CREATE TABLE api_client_signing_secret (
  id         serial PRIMARY KEY,
  client_id  integer NOT NULL REFERENCES api_client (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  sealed     bytea NOT NULL,
  last4      char(4) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX api_client_signing_secret_client_id_idx ON api_client_signing_secret (client_id);

-- Signatures that were accepted, for as long as they would be accepted again: a request counts once.
CREATE TABLE api_client_signature (
  client_id integer NOT NULL,
  signature bytea NOT NULL CONSTRAINT api_client_signature_length CHECK (octet_length(signature) = 32),
  until     timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, signature)
);
CREATE INDEX api_client_signature_until_idx ON api_client_signature (until);

-- A bounded window on the requests of each client; a job removes old rows and rows beyond the bound. ClientId, PIN and mobile numbers
-- are masked before they get here.
CREATE TABLE api_request (
  id          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  client_id   integer NOT NULL,
  secret_id   integer,
  at          timestamptz(3) NOT NULL,
  operation   varchar(16),
  method      varchar(16) NOT NULL,
  status      smallint NOT NULL,
  code        smallint NOT NULL,
  parameters  jsonb NOT NULL DEFAULT '{}',
  detail      varchar(32),
  is_replay   boolean NOT NULL DEFAULT false,
  duration_ms real NOT NULL,
  request_id  varchar(64) NOT NULL,
  ip_address  varchar(64) NOT NULL,
  request     jsonb NOT NULL,
  liberties   text[] NOT NULL DEFAULT '{}',
  -- The answer, masked; NULL for requests that were logged without it.
  answer      jsonb,
  CONSTRAINT api_request_client_id_fkey FOREIGN KEY (client_id) REFERENCES api_client (id)
);
CREATE INDEX api_request_client_id_idx ON api_request (client_id, (code = 0), id);
CREATE INDEX api_request_at_idx ON api_request (at);

-- How many requests were answered with which code, by client and hour. Client 0 stands for requests that belong to none.
-- `unlogged`: how many of them were too many at once for the window above.
CREATE TABLE api_client_hour (
  client_id integer NOT NULL,
  hour      timestamptz(3) NOT NULL,
  code      smallint NOT NULL,
  requests  bigint NOT NULL,
  unlogged  bigint NOT NULL DEFAULT 0,
  CONSTRAINT api_client_hour_pkey PRIMARY KEY (client_id, hour, code),
  CONSTRAINT api_client_hour_counts CHECK (requests >= unlogged AND unlogged >= 0)
) WITH (fillfactor = 70);

-- The last batch of counts that each process has added: a batch whose outcome was lost with the connection is sent again
-- and counts once.
CREATE TABLE api_count_writer (
  writer     uuid PRIMARY KEY,
  batch      bigint NOT NULL,
  written_at timestamptz(3) NOT NULL
);

-- References of enrolments: a repeated one is answered with the wallet that the first one opened.
CREATE TABLE enrolment_key (
  user_id      integer NOT NULL REFERENCES app_user (id),
  key          varchar(255) NOT NULL,
  wallet_id    bigint NOT NULL,
  request_hash bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE TRIGGER enrolment_key_append_only BEFORE UPDATE OR DELETE ON enrolment_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER enrolment_key_not_truncated BEFORE TRUNCATE ON enrolment_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Evidence for each requirement. The log of requests is pruned; evidence stays.
CREATE TABLE certification_evidence (
  client_id   integer NOT NULL CONSTRAINT certification_evidence_client_id_fkey REFERENCES api_client (id),
  requirement varchar(32) NOT NULL,
  state       varchar(8) NOT NULL,
  seen_at     timestamptz(3) NOT NULL,
  requests    jsonb NOT NULL,
  PRIMARY KEY (client_id, requirement),
  CONSTRAINT certification_evidence_state CHECK (state IN ('met', 'violated'))
);

CREATE TABLE certificate (
  id               serial PRIMARY KEY,
  number           varchar(24) NOT NULL,
  client_id        integer NOT NULL CONSTRAINT certificate_client_id_fkey REFERENCES api_client (id),
  merchant_id      integer NOT NULL CONSTRAINT certificate_merchant_id_fkey REFERENCES merchant (id),
  client_name      varchar(120) NOT NULL,
  merchant_name_en varchar(120) NOT NULL,
  merchant_name_ar varchar(120) NOT NULL,
  maker            varchar(120) NOT NULL,
  service_version  varchar(32) NOT NULL,
  requirements     jsonb NOT NULL,
  issued_at        timestamptz(3) NOT NULL,
  issued_by        integer NOT NULL CONSTRAINT certificate_issued_by_fkey REFERENCES app_user (id),
  expires_at       timestamptz(3) NOT NULL,
  revoked_at       timestamptz(3),
  revoked_by       integer CONSTRAINT certificate_revoked_by_fkey REFERENCES app_user (id),
  CONSTRAINT certificate_expires CHECK (expires_at > issued_at),
  CONSTRAINT certificate_revocation CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE UNIQUE INDEX certificate_number_key ON certificate (number);
CREATE INDEX certificate_client_id_idx ON certificate (client_id);

-- A certificate stays as it was issued. It can be revoked, once.
CREATE FUNCTION certificate_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A certificate stays as it was issued' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER certificate_stays BEFORE UPDATE ON certificate FOR EACH ROW
  WHEN (OLD.revoked_at IS NOT NULL
        OR (OLD.id, OLD.number, OLD.client_id, OLD.merchant_id, OLD.client_name, OLD.merchant_name_en, OLD.merchant_name_ar, OLD.maker,
            OLD.service_version, OLD.requirements, OLD.issued_at, OLD.issued_by, OLD.expires_at)
           IS DISTINCT FROM
           (NEW.id, NEW.number, NEW.client_id, NEW.merchant_id, NEW.client_name, NEW.merchant_name_en, NEW.merchant_name_ar, NEW.maker,
            NEW.service_version, NEW.requirements, NEW.issued_at, NEW.issued_by, NEW.expires_at))
  EXECUTE FUNCTION certificate_stays();
CREATE TRIGGER certificate_not_deleted BEFORE DELETE ON certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificate_not_truncated BEFORE TRUNCATE ON certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Segments: a version never changes, so an entry can always say at which rates it was written -------------------------

CREATE TABLE segment (
  id         integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX segment_default_key ON segment (is_default) WHERE is_default;

CREATE TABLE segment_version (
  id               integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  segment_id       integer NOT NULL REFERENCES segment (id),
  is_current       boolean NOT NULL DEFAULT true,
  name_en          varchar(60) NOT NULL,
  name_ar          varchar(60) NOT NULL,
  value            bigint NOT NULL,
  reward_factor    numeric(12, 6) NOT NULL,
  redeem_factor    numeric(12, 6) NOT NULL,
  redeem_threshold bigint NOT NULL DEFAULT 0,
  bonus_points     integer,
  offer_number     varchar(64),
  rate_plan        varchar(64),
  color            varchar(16),
  segment_color_id integer,
  created_by       integer REFERENCES app_user (id),
  created_at       timestamptz(3) NOT NULL DEFAULT now(),
  -- Points times money stay whole numbers below 2^53, which is what JSON and its readers can carry: the most a wallet may hold,
  -- at the lowest rate, is worth 4 × 10^15.
  CONSTRAINT segment_version_factors CHECK (
    reward_factor BETWEEN 0 AND 10000 AND redeem_factor BETWEEN 0.001 AND 10000),
  CONSTRAINT segment_version_points CHECK (value >= 0 AND redeem_threshold >= 0 AND bonus_points BETWEEN 0 AND 1000000)
);
CREATE UNIQUE INDEX segment_version_current_key ON segment_version (segment_id) WHERE is_current;
CREATE INDEX segment_version_segment_id_idx ON segment_version (segment_id);
CREATE TRIGGER segment_version_not_deleted BEFORE DELETE ON segment_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries name the version whose rates they were written at. Its texts and colour may be mended, its rates never: other
-- rates are another version.
CREATE FUNCTION segment_version_keeps_rates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'segment version % is in use: other rates need another version', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'segment_version_keeps_rates';
END $$;
CREATE TRIGGER segment_version_keeps_rates BEFORE UPDATE ON segment_version FOR EACH ROW
  WHEN ((OLD.id, OLD.segment_id, OLD.value, OLD.reward_factor, OLD.redeem_factor, OLD.redeem_threshold, OLD.bonus_points)
        IS DISTINCT FROM
        (NEW.id, NEW.segment_id, NEW.value, NEW.reward_factor, NEW.redeem_factor, NEW.redeem_threshold, NEW.bonus_points))
  EXECUTE FUNCTION segment_version_keeps_rates();
CREATE TRIGGER segment_version_not_truncated BEFORE TRUNCATE ON segment_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Wallets -------------------------------------------------------------------------------------------------------------

-- Narrow and hot: every movement reads and writes its wallet's row. Balances change only together with the log (trigger below).
CREATE TABLE wallet (
  id                       bigint PRIMARY KEY DEFAULT nextval('wallet_id_seq'),
  wallet_code              varchar(32) NOT NULL,
  contact_msisdn           varchar(16) NOT NULL,
  status_id                smallint NOT NULL DEFAULT 1,
  is_opted_in              boolean NOT NULL DEFAULT true,
  redemption_enabled       boolean NOT NULL DEFAULT true,
  segment_id               integer NOT NULL REFERENCES segment (id),
  opted_in_at              timestamptz(3),
  merged_into_wallet_id    bigint REFERENCES wallet (id),
  last_seq                 integer NOT NULL DEFAULT 0,
  balance                  bigint NOT NULL DEFAULT 0,
  accumulated              bigint NOT NULL DEFAULT 0,
  redeemed                 bigint NOT NULL DEFAULT 0,
  suspended                bigint NOT NULL DEFAULT 0,
  last_hash                bytea,
  created_at               timestamptz(3) NOT NULL DEFAULT now(),
  -- The lifetime points that a wallet had when an administrator chose its segment: only a segment that it reaches
  -- afterwards moves it up again. Null: nobody ever chose.
  segment_chosen_at_points bigint,
  sandbox_id               integer CONSTRAINT wallet_sandbox_id_fkey REFERENCES sandbox (id),
  pool_wallet_id           bigint REFERENCES wallet (id),
  open_referrer_id         bigint REFERENCES wallet (id),
  -- A wallet may have a parent, one level deep. An `own` child keeps its own points, a `pooled` one earns into and spends from its
  -- parent's, a `card` is another code of the same person and pooled too.
  parent_wallet_id         bigint REFERENCES wallet (id),
  family_role              varchar(8),
  child_allowance          bigint,
  children_count           smallint NOT NULL DEFAULT 0,
  wallet_type              varchar(12),
  erased_at                timestamptz(3),
  CONSTRAINT wallet_status CHECK (status_id BETWEEN 1 AND 6),
  CONSTRAINT wallet_msisdn_e164 CHECK (contact_msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT wallet_suspended_not_negative CHECK (suspended >= 0),
  CONSTRAINT wallet_totals_not_negative CHECK (accumulated >= 0 AND redeemed >= 0),
  CONSTRAINT wallet_empty_before_first_entry CHECK (
    (last_seq = 0) = (last_hash IS NULL) AND (last_seq > 0 OR (balance = 0 AND accumulated = 0 AND redeemed = 0 AND suspended = 0))),
  CONSTRAINT wallet_merged CHECK ((status_id = 6) >= (merged_into_wallet_id IS NOT NULL)),
  CONSTRAINT wallet_family CHECK (
    CASE WHEN parent_wallet_id IS NULL THEN family_role IS NULL AND pool_wallet_id IS NULL
         ELSE coalesce(family_role IN ('own', 'pooled', 'card'), false) AND parent_wallet_id <> id
              AND pool_wallet_id IS NOT DISTINCT FROM CASE WHEN family_role <> 'own' THEN parent_wallet_id END END),
  -- A parent has no parent, a child no children: the trigger below counts children on the parent's own row, so that two
  -- wallets that join at the same time wait for each other.
  CONSTRAINT wallet_family_depth CHECK (children_count >= 0 AND (parent_wallet_id IS NULL OR children_count = 0)),
  CONSTRAINT wallet_family_open CHECK (status_id NOT IN (5, 6) OR parent_wallet_id IS NULL AND children_count = 0),
  CONSTRAINT wallet_child_allowance CHECK (child_allowance IS NULL OR child_allowance >= 0 AND coalesce(family_role = 'pooled', false)),
  CONSTRAINT wallet_type_known CHECK (wallet_type IN ('staff', 'corporate', 'test')),
  CONSTRAINT wallet_erased CHECK (erased_at IS NULL OR status_id IN (5, 6))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX wallet_wallet_code_key ON wallet (wallet_code);
-- By the beginning of a code.
CREATE INDEX wallet_code_prefix_idx ON wallet (wallet_code varchar_pattern_ops);
-- The newest first, for lists of all wallets.
CREATE INDEX wallet_segment_id_idx ON wallet (segment_id, id);
CREATE INDEX wallet_sandbox_id_idx ON wallet (sandbox_id) WHERE sandbox_id IS NOT NULL;
-- By the last digits of a mobile number.
CREATE INDEX wallet_msisdn_end_idx ON wallet (reverse(contact_msisdn) text_pattern_ops);
-- By the first digits as well as by the whole number, whatever the database's collation.
CREATE INDEX wallet_contact_msisdn_idx ON wallet (contact_msisdn varchar_pattern_ops);
CREATE INDEX wallet_parent_wallet_id_idx ON wallet (parent_wallet_id) WHERE parent_wallet_id IS NOT NULL;
-- Test wallets count in no report, and reports add up entry by entry: a wallet is one from before its first entry, or never.
CREATE INDEX wallet_test_idx ON wallet (id) WHERE wallet_type = 'test';
ALTER SEQUENCE wallet_id_seq OWNED BY wallet.id;
ALTER TABLE enrolment_key ADD CONSTRAINT enrolment_key_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id);
CREATE TRIGGER wallet_not_deleted BEFORE DELETE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A wallet's totals are those of its last entry, after every statement that touches them.
CREATE FUNCTION wallet_agrees_with_log() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.id INTO bad
    FROM new_wallets n
    LEFT JOIN LATERAL (SELECT e.* FROM entry e WHERE e.wallet_id = n.id AND e.seq = n.last_seq LIMIT 1) e ON true
   WHERE n.last_seq > 0
     AND (e.balance_after, e.accumulated_after, e.redeemed_after, e.suspended_after, e.hash)
         IS DISTINCT FROM (n.balance, n.accumulated, n.redeemed, n.suspended, n.last_hash)
      OR n.last_seq = 0 AND EXISTS (SELECT 1 FROM entry x WHERE x.wallet_id = n.id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet % does not agree with its last entry', bad.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_agrees_with_log';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_agrees_with_log_on_insert AFTER INSERT ON wallet REFERENCING NEW TABLE AS new_wallets
  FOR EACH STATEMENT EXECUTE FUNCTION wallet_agrees_with_log();
CREATE TRIGGER wallet_agrees_with_log_on_update AFTER UPDATE ON wallet REFERENCING NEW TABLE AS new_wallets
  FOR EACH STATEMENT EXECUTE FUNCTION wallet_agrees_with_log();
CREATE TRIGGER wallet_not_truncated BEFORE TRUNCATE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_keeps_sandbox BEFORE UPDATE OF sandbox_id ON wallet FOR EACH ROW
  WHEN (OLD.sandbox_id IS DISTINCT FROM NEW.sandbox_id) EXECUTE FUNCTION keeps_sandbox();

CREATE FUNCTION wallet_counts_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.parent_wallet_id IS NOT NULL THEN
    UPDATE wallet SET children_count = children_count - 1 WHERE id = OLD.parent_wallet_id;
  END IF;
  IF NEW.parent_wallet_id IS NOT NULL THEN
    UPDATE wallet SET children_count = children_count + 1
     WHERE id = NEW.parent_wallet_id AND sandbox_id IS NOT DISTINCT FROM NEW.sandbox_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'wallet % joins a wallet of another world', NEW.id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_counts_children';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_counts_children_on_insert AFTER INSERT ON wallet FOR EACH ROW
  WHEN (NEW.parent_wallet_id IS NOT NULL) EXECUTE FUNCTION wallet_counts_children();
CREATE TRIGGER wallet_counts_children_on_update AFTER UPDATE OF parent_wallet_id ON wallet FOR EACH ROW
  WHEN (OLD.parent_wallet_id IS DISTINCT FROM NEW.parent_wallet_id) EXECUTE FUNCTION wallet_counts_children();

CREATE FUNCTION wallet_keeps_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'wallet % has entries and stays what it is for reports', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_keeps_test';
END $$;
CREATE TRIGGER wallet_keeps_test BEFORE UPDATE OF wallet_type ON wallet FOR EACH ROW
  WHEN (OLD.last_seq > 0 AND (OLD.wallet_type IS NOT DISTINCT FROM 'test') <> (NEW.wallet_type IS NOT DISTINCT FROM 'test'))
  EXECUTE FUNCTION wallet_keeps_test();

-- A wallet names who brought its customer exactly while that referral is open, so that a decided one cannot be paid again.
CREATE FUNCTION wallet_open_referrer() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF NEW.open_referrer_id IS DISTINCT FROM (SELECT r.referrer_wallet_id FROM referral r WHERE r.wallet_id = NEW.id AND r.state = 'open') THEN
    RAISE EXCEPTION 'wallet % has no such open referral', NEW.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_open_referrer';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_open_referrer_on_insert AFTER INSERT ON wallet FOR EACH ROW WHEN (NEW.open_referrer_id IS NOT NULL)
  EXECUTE FUNCTION wallet_open_referrer();
CREATE TRIGGER wallet_open_referrer_on_update AFTER UPDATE OF open_referrer_id ON wallet FOR EACH ROW
  EXECUTE FUNCTION wallet_open_referrer();

-- A name for comparing: without the accents of Latin letters and the marks over Arabic ones, with digits of every script as 0 to 9.
CREATE FUNCTION folded_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
  SELECT regexp_replace(translate(lower(normalize(name, NFKD)), 'ٱىیةک' || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹' || 'ءـ', 'اييهك' || '01234567890123456789'), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')
$$;

-- Personal data, apart from the hot row.
CREATE TABLE wallet_profile (
  wallet_id       bigint PRIMARY KEY REFERENCES wallet (id),
  name            varchar(120),
  email           varchar(254),
  address         varchar(250),
  gender          varchar(16),
  birth_date      date,
  nid             varchar(32),
  consent_at      timestamptz(3),
  consent_by      integer REFERENCES app_user (id),
  version         integer NOT NULL DEFAULT 1,
  updated_at      timestamptz(3) NOT NULL DEFAULT now(),
  -- The number of the customer who recommended the programme: said once, when the wallet is opened.
  referral_msisdn varchar(16),
  CONSTRAINT wallet_profile_referral_e164 CHECK (referral_msisdn ~ '^\+[1-9][0-9]{6,14}$')
);
-- By the beginnings of words, in any order.
CREATE INDEX wallet_profile_name_words_idx ON wallet_profile USING gin (to_tsvector('simple', folded_name(name)));

CREATE FUNCTION wallet_profile_keeps_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the referral of wallet % does not change', OLD.wallet_id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_profile_keeps_referral';
END $$;
CREATE TRIGGER wallet_profile_keeps_referral BEFORE UPDATE ON wallet_profile FOR EACH ROW
  WHEN (OLD.referral_msisdn IS DISTINCT FROM NEW.referral_msisdn) EXECUTE FUNCTION wallet_profile_keeps_referral();

CREATE TABLE wallet_pin (
  wallet_id     bigint PRIMARY KEY REFERENCES wallet (id),
  hash          text NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  failed_in_row smallint NOT NULL DEFAULT 0,
  failed_at     timestamptz(3)[] NOT NULL DEFAULT '{}',
  locked_until  timestamptz(3),
  set_at        timestamptz(3) NOT NULL DEFAULT now(),
  set_by        integer REFERENCES app_user (id),
  -- Wrong PINs at the tills of each merchant: {"7": {"failedInRow": 2, "failedAt": ["2026-11-27T10:00:00.000Z"], "lockedUntil": null}}.
  -- Locks from before PINs were counted by merchant are in the columns above: they hold everywhere.
  merchants     jsonb NOT NULL DEFAULT '{}' CONSTRAINT wallet_pin_merchants CHECK (jsonb_typeof(merchants) = 'object')
);

-- Wrong PINs of one person or API client, on whatever wallets, of the last minutes.
CREATE TABLE pin_caller (
  user_id  integer PRIMARY KEY REFERENCES app_user (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  wrong_at timestamptz(3)[] NOT NULL DEFAULT '{}'
);

-- The staff who set or cleared a customer's PIN do not redeem from that wallet for a while.
CREATE TABLE wallet_pin_change (
  id         bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  wallet_id  bigint NOT NULL REFERENCES wallet (id),
  changed_by integer NOT NULL REFERENCES app_user (id),
  at         timestamptz(3) NOT NULL
);
CREATE INDEX wallet_pin_change_wallet_idx ON wallet_pin_change (wallet_id, changed_by, at);

-- The words that customers agree to. A version never changes; other words are another version.
CREATE TABLE consent_text (
  version    integer PRIMARY KEY,
  text_en    text NOT NULL,
  text_ar    text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by integer,
  CONSTRAINT consent_text_version CHECK (version >= 1)
);
INSERT INTO consent_text (version, text_en, text_ar) VALUES (1,
  'I want to take part in the points programme. I agree that my name, my mobile number and my points are kept for this purpose. I can leave the programme and have my data removed at any time.',
  'أرغب في الاشتراك في برنامج النقاط، وأوافق على حفظ اسمي ورقم هاتفي ونقاطي لهذا الغرض. يمكنني إلغاء اشتراكي وطلب حذف بياناتي في أي وقت.');
CREATE TRIGGER consent_text_append_only BEFORE UPDATE OR DELETE ON consent_text FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consent_text_not_truncated BEFORE TRUNCATE ON consent_text FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each consent and each withdrawal: the version of the words, their language, the user who took it down.
CREATE TABLE wallet_consent (
  id        bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  wallet_id bigint NOT NULL REFERENCES wallet (id),
  is_given  boolean NOT NULL,
  version   integer REFERENCES consent_text (version),
  language  varchar(8),
  via       varchar(16) NOT NULL,
  at        timestamptz(3) NOT NULL,
  user_id   integer NOT NULL,
  CONSTRAINT wallet_consent_via CHECK (via IN ('desk', 'import', 'till', 'api')),
  CONSTRAINT wallet_consent_language CHECK (language IN ('en', 'ar'))
);
CREATE INDEX wallet_consent_wallet_id_idx ON wallet_consent (wallet_id);
CREATE TRIGGER wallet_consent_append_only BEFORE UPDATE OR DELETE ON wallet_consent FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_consent_not_truncated BEFORE TRUNCATE ON wallet_consent FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The state to which a reset brings a wallet back, and its scenario. The demo's fixed customers are reset too, without being test wallets.
CREATE TABLE sandbox_wallet (
  wallet_id      bigint PRIMARY KEY CONSTRAINT sandbox_wallet_wallet_id_fkey REFERENCES wallet (id),
  sandbox_id     integer NOT NULL CONSTRAINT sandbox_wallet_sandbox_id_fkey REFERENCES sandbox (id),
  wallet_code    varchar(32) NOT NULL,
  contact_msisdn varchar(16) NOT NULL,
  scenario       varchar(32) NOT NULL,
  points         bigint NOT NULL,
  status_id      smallint NOT NULL DEFAULT 1,
  CONSTRAINT sandbox_wallet_points CHECK (points >= 0)
);
CREATE INDEX sandbox_wallet_sandbox_id_idx ON sandbox_wallet (sandbox_id);

-- First attempts on wallets whose first answer is a refusal: the next one with the same reference goes through.
CREATE TABLE sandbox_attempt (
  client_id integer NOT NULL CONSTRAINT sandbox_attempt_client_id_fkey REFERENCES api_client (id),
  wallet_id bigint NOT NULL CONSTRAINT sandbox_attempt_wallet_id_fkey REFERENCES wallet (id),
  operation varchar(16) NOT NULL,
  key       varchar(255) NOT NULL,
  at        timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, wallet_id, operation, key)
);

-- Each look at a wallet by a user (decisions/0038). Kept 400 days.
CREATE TABLE wallet_view (
  id        bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id   integer NOT NULL,
  wallet_id bigint NOT NULL,
  at        timestamptz(3) NOT NULL,
  how       varchar(16) NOT NULL,
  CONSTRAINT wallet_view_how CHECK (how IN ('lookup', 'opened', 'desk'))
);
CREATE INDEX wallet_view_wallet_idx ON wallet_view (wallet_id, id);
CREATE INDEX wallet_view_at_idx ON wallet_view (at);
CREATE INDEX wallet_view_user_idx ON wallet_view (user_id, at);

-- Looks of one user in the running minute and day: one row each, so that all processes count alike.
CREATE TABLE wallet_view_count (
  user_id      integer PRIMARY KEY,
  minute       timestamptz(3) NOT NULL,
  minute_count integer NOT NULL,
  day          timestamptz(3) NOT NULL,
  day_count    integer NOT NULL,
  -- The day for which an unusual number of looks was noted.
  unusual_on   date
);

-- Wallets that a person was led to a moment ago, and may open by their ids.
CREATE TABLE wallet_pass (
  user_id    integer NOT NULL,
  wallet_id  bigint NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- When the person looked last and was counted; null when they were only led to it.
  viewed_at  timestamptz(3),
  PRIMARY KEY (user_id, wallet_id)
);

-- Counts one look of one person, in one statement: 0 and it is in the log, -1 when the person was not led to the wallet and has
-- to be, otherwise the seconds until the person may look again. The same wallet again within 15 minutes is the same look. The
-- person's counter is locked first, so that parallel looks of one person are counted one after another.
CREATE FUNCTION look_at_wallet(viewer integer, wallet bigint, way varchar, needs_pass boolean, cost integer, moment timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  counter wallet_view_count;
  rules   programme;
  pass    wallet_pass;
BEGIN
  INSERT INTO wallet_view_count VALUES (viewer, date_trunc('minute', moment), 0, date_trunc('day', moment), 0) ON CONFLICT DO NOTHING;
  SELECT * INTO counter FROM wallet_view_count WHERE user_id = viewer FOR UPDATE;
  SELECT * INTO pass FROM wallet_pass WHERE user_id = viewer AND wallet_id = wallet AND expires_at > moment;
  IF needs_pass AND pass IS NULL THEN
    RETURN -1;
  END IF;
  IF cost > 0 AND pass.viewed_at > moment - interval '15 minutes' THEN
    UPDATE wallet_pass SET expires_at = greatest(expires_at, moment + interval '15 minutes') WHERE user_id = viewer AND wallet_id = wallet;
    RETURN 0;
  END IF;
  IF counter.minute <> date_trunc('minute', moment) THEN
    counter.minute := date_trunc('minute', moment);
    counter.minute_count := 0;
  END IF;
  IF counter.day <> date_trunc('day', moment) THEN
    counter.day := date_trunc('day', moment);
    counter.day_count := 0;
  END IF;
  SELECT * INTO rules FROM programme WHERE id = 1;
  -- What is refused is not counted.
  IF counter.day_count + cost > rules.wallet_views_per_day THEN
    RETURN ceil(extract(epoch FROM counter.day + interval '1 day' - moment));
  END IF;
  IF counter.minute_count + cost > rules.wallet_views_per_minute THEN
    RETURN greatest(1, ceil(extract(epoch FROM counter.minute + interval '1 minute' - moment)));
  END IF;
  UPDATE wallet_view_count SET minute = counter.minute, minute_count = counter.minute_count + cost,
         day = counter.day, day_count = counter.day_count + cost WHERE user_id = viewer;
  IF wallet IS NOT NULL THEN
    INSERT INTO wallet_view (user_id, wallet_id, at, how) VALUES (viewer, wallet, moment, way);
    INSERT INTO wallet_pass VALUES (viewer, wallet, moment + interval '15 minutes', moment)
      ON CONFLICT (user_id, wallet_id) DO UPDATE SET expires_at = greatest(wallet_pass.expires_at, excluded.expires_at), viewed_at = excluded.viewed_at;
  END IF;
  RETURN 0;
END $$;

-- The points log ------------------------------------------------------------------------------------------------------

CREATE TABLE entry (
  wallet_id          bigint NOT NULL REFERENCES wallet (id),
  seq                integer NOT NULL,
  id                 bigint NOT NULL,
  log_type_id        smallint NOT NULL,
  channel_id         smallint NOT NULL,
  amount             bigint NOT NULL,
  points_delta       bigint NOT NULL,
  suspended_delta    bigint NOT NULL DEFAULT 0,
  amount_value       bigint NOT NULL,
  factor             numeric(12, 6) NOT NULL,
  balance_after      bigint NOT NULL,
  accumulated_after  bigint NOT NULL,
  redeemed_after     bigint NOT NULL,
  suspended_after    bigint NOT NULL,
  segment_version_id integer NOT NULL,
  user_id            integer NOT NULL,
  merchant_id        integer,
  branch_id          integer,
  related_entry_id   bigint,
  expires_on         date,
  created_at         timestamptz(3) NOT NULL,
  invoice_date       timestamptz(3),
  lot_moves          jsonb NOT NULL,
  branch_msisdn      varchar(16),
  external_log_id    varchar(64) NOT NULL DEFAULT '',
  invoice_number     varchar(64),
  sku_id             varchar(64),
  comment            varchar(250),
  hash               bytea NOT NULL,
  -- The hundredths of amount_value, which has the whole currency units.
  amount_hundredths  smallint NOT NULL DEFAULT 0,
  -- The wallet that was addressed, the promotion that acted, and its rule for an item.
  actor_wallet_id    bigint,
  offer_number       integer,
  sku_rule_id        integer,
  PRIMARY KEY (wallet_id, seq),
  CONSTRAINT entry_log_type CHECK (log_type_id BETWEEN 1 AND 12),
  CONSTRAINT entry_channel CHECK (channel_id BETWEEN 1 AND 8),
  CONSTRAINT entry_seq_positive CHECK (seq >= 1),
  CONSTRAINT entry_amount_moved CHECK (
    amount = CASE WHEN log_type_id = 1 THEN -points_delta - suspended_delta
                  ELSE greatest(abs(points_delta), abs(suspended_delta)) END
    AND amount_value >= 0),
  CONSTRAINT entry_direction CHECK (
    CASE WHEN log_type_id IN (2, 3, 6, 9, 10) THEN points_delta >= 0
         WHEN log_type_id IN (5, 7, 8, 11, 12) THEN points_delta <= 0
         WHEN log_type_id = 1 THEN points_delta + suspended_delta <= 0 AND (suspended_delta < 0 OR points_delta <= 0)
         ELSE true END),
  CONSTRAINT entry_suspended_only_where_allowed CHECK (
    suspended_delta = 0
    OR CASE WHEN log_type_id = 1 THEN suspended_delta < 0 AND points_delta >= 0
            WHEN log_type_id = 2 THEN suspended_delta > 0 AND points_delta = 0
            WHEN log_type_id IN (4, 11) THEN suspended_delta < 0
            ELSE log_type_id IN (6, 7, 8, 9, 10, 12) END),
  CONSTRAINT entry_release_moves_suspended CHECK (log_type_id NOT IN (10, 12) OR points_delta = -suspended_delta),
  CONSTRAINT entry_spending_not_below_zero CHECK (
    log_type_id NOT IN (1, 5, 7, 8, 12) OR points_delta >= 0 OR balance_after >= 0),
  CONSTRAINT entry_reverses_something CHECK (
    related_entry_id IS NOT NULL
    OR log_type_id NOT IN (3, 4, 11) AND (log_type_id <> 1 OR suspended_delta = 0)),
  CONSTRAINT entry_hash_sha256 CHECK (length(hash) = 32),
  CONSTRAINT entry_hundredths CHECK (amount_hundredths BETWEEN 0 AND 99)
);
-- Rightmost inserts only, so it costs little; a receipt's number finds its entry, and a feed can follow the log.
CREATE UNIQUE INDEX entry_id_key ON entry (id, wallet_id);
-- "Today at this branch" and the reports.
CREATE INDEX entry_branch_idx ON entry (branch_id, created_at);
-- From an entry to those that refund, cancel or receive it. Partial, so that rewards and redemptions, the bulk of the
-- log, pay nothing for it.
CREATE INDEX entry_related_entry_idx ON entry (related_entry_id) WHERE related_entry_id IS NOT NULL;
-- By the number of an invoice, in any letter case, the newest entry first.
CREATE INDEX entry_invoice_number_idx ON entry (lower(invoice_number), id) WHERE invoice_number IS NOT NULL;
-- A child's entries in its pool: its history, and its spending in a month.
CREATE INDEX entry_actor_wallet_idx ON entry (actor_wallet_id, created_at) WHERE actor_wallet_id IS NOT NULL;
-- Payments in points that name their bill, for the report of payments that came after the bill's reward.
CREATE INDEX entry_paid_bill_idx ON entry (branch_id, created_at)
  WHERE log_type_id = 1 AND invoice_number IS NOT NULL AND offer_number IS NULL;
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every new entry continues its wallet's log: next number, balance adds up, and the wallet says the same. Set-wise,
-- once per statement, because the service writes many entries and their wallets in one statement.
CREATE FUNCTION entry_continues_log() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.wallet_id, n.seq INTO bad
    FROM new_entries n
    LEFT JOIN LATERAL (SELECT e.* FROM entry e WHERE e.wallet_id = n.wallet_id AND e.seq = n.seq - 1 LIMIT 1) p ON true
   WHERE (n.seq > 1 AND p.seq IS NULL)
      OR coalesce(p.balance_after, 0) + n.points_delta <> n.balance_after
      OR coalesce(p.suspended_after, 0) + n.suspended_delta <> n.suspended_after
      OR (p.id IS NOT NULL AND p.id >= n.id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entry % of wallet % does not continue its log', bad.seq, bad.wallet_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'entry_continues_log';
  END IF;
  SELECT n.wallet_id, max(n.seq) AS seq INTO bad
    FROM new_entries n
   GROUP BY n.wallet_id
  HAVING max(n.seq) <> (SELECT w.last_seq FROM wallet w WHERE w.id = n.wallet_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet % does not end with its new entry %', bad.wallet_id, bad.seq
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_agrees_with_log';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_continues_log AFTER INSERT ON entry REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION entry_continues_log();
-- A trigger that names TRUNCATE names nothing else: some engines that distribute tables drop a trigger that joins it with row events.
CREATE TRIGGER entry_not_truncated BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Points of one wallet that lapse on one day. 'infinity' never lapses.
CREATE TABLE lot (
  wallet_id       bigint NOT NULL REFERENCES wallet (id),
  expires_on      date NOT NULL,
  points          bigint NOT NULL,
  lapsed_points   bigint NOT NULL DEFAULT 0,
  -- Set when the lot lapses: rewards of the lot from this position on lapsed whole (points are spent oldest first).
  lapsed_from_seq integer,
  PRIMARY KEY (wallet_id, expires_on),
  CONSTRAINT lot_points_not_negative CHECK (points >= 0 AND lapsed_points >= 0)
) WITH (fillfactor = 80);
CREATE INDEX lot_expires_on_idx ON lot (expires_on, wallet_id);
-- Points in lots are used up, never removed.
CREATE TRIGGER lot_not_deleted BEFORE DELETE ON lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lot_not_truncated BEFORE TRUNCATE ON lot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The part of an entry that was given back, taken back or undone: the one mutable fact about an entry, kept apart.
CREATE TABLE reversal (
  wallet_id             bigint NOT NULL,
  entry_id              bigint NOT NULL,
  taken                 bigint NOT NULL,
  given_back            bigint NOT NULL DEFAULT 0,
  given_back_value      bigint NOT NULL DEFAULT 0,
  open_refunds          integer NOT NULL DEFAULT 0,
  -- Points given back to each lot that the redemption took from: {"2028-11-30": 50}.
  given_back_by_lot     jsonb NOT NULL DEFAULT '{}',
  cancelled_by_entry_id bigint,
  given_back_hundredths smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (wallet_id, entry_id),
  CONSTRAINT reversal_never_more_than_taken CHECK (given_back BETWEEN 0 AND taken AND given_back_value >= 0),
  -- A return of cheap goods may come to no points. The reward was returned in part all the same, and is not cancelled any more.
  CONSTRAINT reversal_open_refunds CHECK (
    open_refunds >= 0 AND (open_refunds > 0 OR (given_back, given_back_value, given_back_hundredths) = (0, 0, 0))),
  CONSTRAINT reversal_cancelled_without_refunds CHECK (cancelled_by_entry_id IS NULL OR open_refunds = 0),
  CONSTRAINT reversal_hundredths CHECK (given_back_hundredths BETWEEN 0 AND 99)
);
CREATE TRIGGER reversal_not_deleted BEFORE DELETE ON reversal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only redemptions and rewards are given back in parts, of neither more than it is worth.
CREATE FUNCTION reversal_matches_entry() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad
    FROM new_reversals n
    LEFT JOIN LATERAL (SELECT x.amount, x.log_type_id, x.amount_value, x.amount_hundredths
                         FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id LIMIT 1) e ON true
   WHERE e.amount IS DISTINCT FROM n.taken
      OR n.open_refunds > 0 AND e.log_type_id NOT IN (1, 2)
      OR (n.given_back_value, n.given_back_hundredths) > (e.amount_value, e.amount_hundredths)
   LIMIT 1;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    -- What a reversal is about stays, and so does a cancellation. Returns are not undone: what was taken back of a reward stays as well.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id)
                          AND (n.given_back >= o.given_back AND n.open_refunds >= o.open_refunds
                               AND (n.given_back_value, n.given_back_hundredths) >= (o.given_back_value, o.given_back_hundredths)
                               OR EXISTS (SELECT 1 FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id AND x.log_type_id = 1)))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reversal_matches_entry_on_insert AFTER INSERT ON reversal REFERENCING NEW TABLE AS new_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION reversal_matches_entry();
CREATE TRIGGER reversal_matches_entry_on_update AFTER UPDATE ON reversal REFERENCING OLD TABLE AS old_reversals NEW TABLE AS new_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION reversal_matches_entry();
CREATE TRIGGER reversal_not_truncated BEFORE TRUNCATE ON reversal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- References seen: (user, operation, key) is carried out once, for ever. entry_id NULL: closed before it arrived.
CREATE TABLE idempotency_key (
  user_id      integer NOT NULL,
  operation    smallint NOT NULL,
  key          varchar(255) NOT NULL,
  wallet_id    bigint NOT NULL,
  entry_id     bigint,
  request_hash bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, operation, key),
  CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 12)
);
CREATE TRIGGER idempotency_key_append_only BEFORE UPDATE OR DELETE ON idempotency_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER idempotency_key_not_truncated BEFORE TRUNCATE ON idempotency_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Points of rewards that are still to ripen. They are a part of the wallet's suspended points, as those of holds are.
CREATE TABLE pending_points (
  wallet_id  bigint NOT NULL,
  entry_id   bigint NOT NULL,
  points     bigint NOT NULL,
  ripens_on  date   NOT NULL,
  expires_on date   NOT NULL,
  CONSTRAINT pending_points_pkey PRIMARY KEY (wallet_id, entry_id),
  CONSTRAINT pending_points_not_negative CHECK (points >= 0)
) WITH (fillfactor = 80);
CREATE INDEX pending_points_wallet_idx ON pending_points (wallet_id) WHERE points > 0;
CREATE INDEX pending_points_ripens_idx ON pending_points (ripens_on, wallet_id) WHERE points > 0;

CREATE FUNCTION pending_points_match_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND ((NEW.wallet_id, NEW.entry_id, NEW.ripens_on, NEW.expires_on)
                           IS DISTINCT FROM (OLD.wallet_id, OLD.entry_id, OLD.ripens_on, OLD.expires_on)
                           OR NEW.points > OLD.points)
     OR TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.log_type_id = 2
             AND e.suspended_delta >= NEW.points AND e.suspended_delta > 0 AND e.expires_on = NEW.expires_on) THEN
    RAISE EXCEPTION 'pending points of entry % do not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'pending_points_match_reward';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pending_points_match_reward AFTER INSERT OR UPDATE ON pending_points FOR EACH ROW
  EXECUTE FUNCTION pending_points_match_reward();
CREATE TRIGGER pending_points_not_deleted BEFORE DELETE ON pending_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pending_points_not_truncated BEFORE TRUNCATE ON pending_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Points that are held for an order, until they are captured or released.
CREATE TABLE hold (
  entry_id          bigint         NOT NULL,
  wallet_id         bigint         NOT NULL,
  points            bigint         NOT NULL,
  expires_at        timestamptz(3) NOT NULL,
  state             varchar(8)     NOT NULL DEFAULT 'open',
  ended_by_entry_id bigint,
  CONSTRAINT hold_pkey PRIMARY KEY (entry_id),
  CONSTRAINT hold_state CHECK (state IN ('open', 'captured', 'released') AND (state = 'open') = (ended_by_entry_id IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX hold_wallet_idx ON hold (wallet_id) WHERE state = 'open';
CREATE INDEX hold_expires_idx ON hold (expires_at, wallet_id) WHERE state = 'open';

-- A hold ends once, by an entry that takes exactly its points from the suspended ones.
CREATE FUNCTION hold_matches_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.state <> 'open' OR (NEW.entry_id, NEW.wallet_id, NEW.points, NEW.expires_at)
                                                   IS DISTINCT FROM (OLD.entry_id, OLD.wallet_id, OLD.points, OLD.expires_at))
     OR TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.log_type_id = 12
             AND e.amount = NEW.points AND e.created_at < NEW.expires_at)
     OR NEW.ended_by_entry_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.ended_by_entry_id AND e.wallet_id = NEW.wallet_id AND e.related_entry_id = NEW.entry_id
             AND e.suspended_delta = -NEW.points AND e.log_type_id = CASE NEW.state WHEN 'captured' THEN 1 ELSE 10 END) THEN
    RAISE EXCEPTION 'hold % does not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'hold_matches_log';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_matches_log AFTER INSERT OR UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION hold_matches_log();
CREATE TRIGGER hold_not_deleted BEFORE DELETE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_not_truncated BEFORE TRUNCATE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Limits, reviews and approvals ---------------------------------------------------------------------------------------

-- Sums of a person whose limits are counted, by day of the programme's zone. The log can tell the same.
CREATE TABLE person_day (
  user_id             integer NOT NULL,
  business_date       date NOT NULL,
  rewarded_points     bigint NOT NULL,
  -- Of refunds, returns and cancellations, in hundredths of a currency unit.
  reversed_hundredths bigint NOT NULL,
  CONSTRAINT person_day_pkey PRIMARY KEY (user_id, business_date),
  CONSTRAINT person_day_counts CHECK (rewarded_points >= 0 AND reversed_hundredths >= 0)
);

-- Redemptions that the customer did not prove to be theirs, where a limit counts them.
CREATE TABLE unproved_redemption (
  wallet_id     bigint NOT NULL,
  entry_id      bigint NOT NULL,
  business_date date NOT NULL,
  CONSTRAINT unproved_redemption_pkey PRIMARY KEY (wallet_id, business_date, entry_id)
);
CREATE TRIGGER unproved_redemption_append_only BEFORE UPDATE OR DELETE ON unproved_redemption FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unproved_redemption_not_truncated BEFORE TRUNCATE ON unproved_redemption FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rewards for an invoice that its merchant had rewarded already.
CREATE TABLE repeated_invoice (
  entry_id         bigint NOT NULL,
  earlier_entry_id bigint NOT NULL,
  CONSTRAINT repeated_invoice_pkey PRIMARY KEY (entry_id)
);
CREATE TRIGGER repeated_invoice_append_only BEFORE UPDATE OR DELETE ON repeated_invoice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER repeated_invoice_not_truncated BEFORE TRUNCATE ON repeated_invoice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The radar's sums: each person's day at each branch.
CREATE TABLE radar_day (
  branch_id          integer NOT NULL,
  day                date NOT NULL,
  user_id            integer NOT NULL,
  rewards            integer NOT NULL,
  reward_points      bigint NOT NULL,
  redemptions        integer NOT NULL,
  refunds            integer NOT NULL,
  cancellations      integer NOT NULL,
  week_rewards       integer NOT NULL,
  week_top_rewards   integer NOT NULL,
  week_top_wallet_id bigint,
  counts             jsonb NOT NULL,
  hours              smallint[] NOT NULL,
  PRIMARY KEY (branch_id, day, user_id)
);
CREATE INDEX radar_day_user_idx ON radar_day (user_id, day);

-- One open case for a person at most.
CREATE TABLE radar_case (
  id          integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id     integer NOT NULL CONSTRAINT radar_case_user_id_fkey REFERENCES app_user (id),
  merchant_id integer NOT NULL,
  assigned_to integer,
  verdict     varchar(16),
  opened_by   integer NOT NULL,
  opened_at   timestamptz(3) NOT NULL,
  closed_by   integer,
  closed_at   timestamptz(3),
  version     integer NOT NULL DEFAULT 1,
  CONSTRAINT radar_case_verdict CHECK (verdict IN ('confirmed', 'explained', 'mistake')),
  CONSTRAINT radar_case_closed CHECK ((verdict IS NULL) = (closed_by IS NULL) AND (verdict IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX radar_case_open_idx ON radar_case (user_id) WHERE closed_at IS NULL;
CREATE INDEX radar_case_user_id_idx ON radar_case (user_id);
CREATE INDEX radar_case_merchant_id_idx ON radar_case (merchant_id, id);
CREATE TRIGGER radar_case_not_deleted BEFORE DELETE ON radar_case FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER radar_case_not_truncated BEFORE TRUNCATE ON radar_case FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE radar_note (
  id         integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  case_id    integer NOT NULL CONSTRAINT radar_note_case_id_fkey REFERENCES radar_case (id),
  user_id    integer NOT NULL,
  text       varchar(1000) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX radar_note_case_id_idx ON radar_note (case_id, id);
CREATE TRIGGER radar_note_append_only BEFORE UPDATE OR DELETE ON radar_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER radar_note_not_truncated BEFORE TRUNCATE ON radar_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE radar_finding (
  id          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id     integer NOT NULL,
  branch_id   integer NOT NULL,
  merchant_id integer NOT NULL,
  signal      varchar(24) NOT NULL,
  day         date NOT NULL,
  days        smallint NOT NULL,
  count       integer NOT NULL,
  total       integer NOT NULL,
  habit       numeric(12,4) NOT NULL,
  wallet_id   bigint,
  evidence    bigint[] NOT NULL,
  found_at    timestamptz(3) NOT NULL,
  case_id     integer CONSTRAINT radar_finding_case_id_fkey REFERENCES radar_case (id)
);
CREATE UNIQUE INDEX radar_finding_key ON radar_finding (user_id, branch_id, signal, day);
CREATE INDEX radar_finding_branch_idx ON radar_finding (branch_id, day);
CREATE INDEX radar_finding_day_idx ON radar_finding (day);
CREATE INDEX radar_finding_case_id_idx ON radar_finding (case_id);

-- Requests for a movement beyond a limit or held for review, with the decision.
CREATE TABLE till_approval (
  id               integer GENERATED BY DEFAULT AS IDENTITY,
  -- User, operation and reference: the movement that is carried out under them is the one that was approved.
  user_id          integer NOT NULL,
  operation        smallint NOT NULL,
  key              varchar(255) NOT NULL,
  request_hash     bytea NOT NULL,
  wallet_id        bigint NOT NULL,
  merchant_id      integer NOT NULL,
  branch_id        integer NOT NULL,
  points           bigint NOT NULL,
  -- In hundredths of a currency unit.
  value_hundredths bigint NOT NULL,
  -- Each limit that it passes: required, available.
  breaches         jsonb NOT NULL,
  state            varchar(8) NOT NULL DEFAULT 'pending',
  asked_at         timestamptz(3) NOT NULL,
  expires_at       timestamptz(3) NOT NULL,
  decided_by       integer,
  decided_at       timestamptz(3),
  entry_id         bigint,
  -- A review is decided at the radar, with a note, and may belong to a case.
  kind             varchar(8) NOT NULL DEFAULT 'limit',
  note             varchar(1000),
  case_id          integer,
  CONSTRAINT till_approval_pkey PRIMARY KEY (id),
  CONSTRAINT till_approval_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id),
  CONSTRAINT till_approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user (id),
  CONSTRAINT till_approval_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branch (id),
  CONSTRAINT till_approval_state CHECK (state IN ('pending', 'approved', 'refused', 'expired', 'used')),
  CONSTRAINT till_approval_decided CHECK ((state IN ('approved', 'refused', 'used')) = (decided_by IS NOT NULL)
    AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT till_approval_used CHECK ((state = 'used') = (entry_id IS NOT NULL)),
  CONSTRAINT till_approval_second_person CHECK (decided_by <> user_id),
  CONSTRAINT till_approval_case_id_fkey FOREIGN KEY (case_id) REFERENCES radar_case (id),
  CONSTRAINT till_approval_kind CHECK (kind IN ('limit', 'review') AND (kind = 'review' OR (note IS NULL AND case_id IS NULL)))
);
CREATE UNIQUE INDEX till_approval_open_key ON till_approval (user_id, operation, key) WHERE state IN ('pending', 'approved');
CREATE INDEX till_approval_branch_id_idx ON till_approval (branch_id, id);
CREATE INDEX till_approval_review_key ON till_approval (user_id, operation, key, id) WHERE kind = 'review';

-- The approval by which an entry passed a limit.
CREATE TABLE entry_approval (
  entry_id    bigint NOT NULL,
  approval_id integer NOT NULL,
  approved_by integer NOT NULL,
  CONSTRAINT entry_approval_pkey PRIMARY KEY (entry_id),
  CONSTRAINT entry_approval_approval_key UNIQUE (approval_id),
  CONSTRAINT entry_approval_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES till_approval (id),
  CONSTRAINT entry_approval_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES app_user (id)
);
CREATE TRIGGER entry_approval_append_only BEFORE UPDATE OR DELETE ON entry_approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_approval_not_truncated BEFORE TRUNCATE ON entry_approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Acts that wait for a second person: corrections of points above the programme's limit, and other kinds (decisions/0038).
CREATE TABLE point_adjustment (
  id           integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  wallet_id    bigint REFERENCES wallet (id),
  merchant_id  integer,
  direction    varchar(8),
  pocket       varchar(16),
  points       bigint,
  reason       varchar(250) NOT NULL,
  -- Made by the requesting user: the same request again is the same row.
  reference    varchar(64) NOT NULL,
  state        varchar(16) NOT NULL DEFAULT 'requested',
  requested_by integer NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  decided_by   integer,
  decided_at   timestamptz(3),
  note         varchar(250),
  kind         varchar(16) NOT NULL DEFAULT 'adjust',
  -- The user whom the act concerns; NULL for acts on wallets, and for a user who is not made yet.
  user_id      integer,
  -- Hash of the request: the approval is good for exactly this, once.
  content_hash bytea,
  -- Shown to the deciding user.
  summary      jsonb NOT NULL DEFAULT '{}',
  used_at      timestamptz(3),
  CONSTRAINT point_adjustment_direction CHECK (direction IN ('up', 'down')),
  CONSTRAINT point_adjustment_pocket CHECK (pocket IN ('spendable', 'suspended')),
  CONSTRAINT point_adjustment_points CHECK (points >= 1),
  CONSTRAINT point_adjustment_state CHECK (state IN ('requested', 'approved', 'refused', 'withdrawn', 'expired')),
  CONSTRAINT point_adjustment_decision CHECK ((state IN ('requested', 'expired')) = (decided_by IS NULL)),
  CONSTRAINT point_adjustment_second_person CHECK (state NOT IN ('approved', 'refused') OR decided_by <> requested_by),
  CONSTRAINT point_adjustment_own_withdrawal CHECK (state <> 'withdrawn' OR decided_by = requested_by),
  CONSTRAINT point_adjustment_kind CHECK (kind IN ('adjust', 'merge', 'pin', 'mobile', 'make_admin', 'reset_admin', 'family')),
  CONSTRAINT point_adjustment_asked CHECK (
    CASE WHEN kind = 'adjust' THEN num_nulls(wallet_id, direction, pocket, points) = 0 AND content_hash IS NULL
         ELSE octet_length(content_hash) = 32 AND (wallet_id IS NULL) = (kind IN ('make_admin', 'reset_admin')) END),
  CONSTRAINT point_adjustment_used CHECK (used_at IS NULL OR (state = 'approved' AND kind <> 'adjust'))
);
CREATE UNIQUE INDEX point_adjustment_reference_key ON point_adjustment (requested_by, reference);
CREATE INDEX point_adjustment_wallet_id_idx ON point_adjustment (wallet_id);
CREATE INDEX point_adjustment_waiting_idx ON point_adjustment (expires_at) WHERE state = 'requested';
CREATE INDEX point_adjustment_content_idx ON point_adjustment (requested_by, content_hash) WHERE content_hash IS NOT NULL;

-- A request stays as it was made, and is decided once. An approval is used once.
CREATE FUNCTION point_adjustment_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.kind, NEW.user_id, NEW.content_hash, NEW.summary, NEW.wallet_id, NEW.merchant_id, NEW.direction, NEW.pocket, NEW.points, NEW.reason, NEW.reference, NEW.requested_by, NEW.requested_at)
     IS DISTINCT FROM
     (OLD.id, OLD.kind, OLD.user_id, OLD.content_hash, OLD.summary, OLD.wallet_id, OLD.merchant_id, OLD.direction, OLD.pocket, OLD.points, OLD.reason, OLD.reference, OLD.requested_by, OLD.requested_at)
     OR (OLD.state <> 'requested'
         AND (OLD.used_at IS NOT NULL OR NEW.used_at IS NULL
              OR (NEW.state, NEW.decided_by, NEW.decided_at, NEW.note) IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.note))) THEN
    RAISE EXCEPTION 'adjustment % is decided', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'point_adjustment_decided_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER point_adjustment_decided_once BEFORE UPDATE ON point_adjustment
  FOR EACH ROW EXECUTE FUNCTION point_adjustment_decided_once();
CREATE TRIGGER point_adjustment_not_deleted BEFORE DELETE ON point_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER point_adjustment_not_truncated BEFORE TRUNCATE ON point_adjustment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Points that one person gave or moved without a second one: counted over a rolling day.
CREATE TABLE points_alone (
  user_id   integer NOT NULL,
  kind      varchar(16) NOT NULL,
  -- The act's own: the same act again counts once.
  reference varchar(80) NOT NULL,
  points    bigint NOT NULL,
  at        timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, kind, reference),
  CONSTRAINT points_alone_points CHECK (points >= 0)
);
CREATE INDEX points_alone_at_idx ON points_alone (user_id, at);

-- Deals ---------------------------------------------------------------------------------------------------------------

CREATE TABLE deal (
  id             integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  merchant_id    integer NOT NULL REFERENCES merchant (id),
  category_id    integer NOT NULL REFERENCES category (id),
  state          varchar(16) NOT NULL DEFAULT 'draft',
  offer_number   varchar(64) NOT NULL,
  title_en       varchar(120) NOT NULL,
  title_ar       varchar(120) NOT NULL,
  description_en text NOT NULL DEFAULT '',
  description_ar text NOT NULL DEFAULT '',
  terms_en       text NOT NULL DEFAULT '',
  terms_ar       text NOT NULL DEFAULT '',
  discount_type  smallint NOT NULL,
  discount       integer NOT NULL DEFAULT 0,
  image_hash     char(64) REFERENCES image (hash),
  start_date     timestamptz(3) NOT NULL,
  end_date       timestamptz(3) NOT NULL,
  expiry_date    timestamptz(3) NOT NULL,
  sorting_number integer,
  rate_plans     text[] NOT NULL DEFAULT '{}',
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  updated_at     timestamptz(3) NOT NULL DEFAULT now(),
  -- Only a deal that was never published may be removed. Kept by a trigger.
  was_published  boolean NOT NULL DEFAULT false,
  CONSTRAINT deal_state CHECK (state IN ('draft', 'published', 'paused')),
  CONSTRAINT deal_discount_type CHECK (discount_type BETWEEN 1 AND 6),
  CONSTRAINT deal_discount CHECK (
    CASE WHEN discount_type IN (3, 4) THEN discount = 0
         WHEN discount_type = 1 THEN discount BETWEEN 1 AND 100
         ELSE discount >= 1 END),
  CONSTRAINT deal_dates CHECK (start_date < end_date AND end_date <= expiry_date)
);
CREATE UNIQUE INDEX deal_offer_number_key ON deal (offer_number);
CREATE INDEX deal_merchant_id_idx ON deal (merchant_id);
CREATE INDEX deal_category_id_idx ON deal (category_id);
CREATE INDEX deal_image_hash_idx ON deal (image_hash);

CREATE FUNCTION deal_remembers_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.was_published := NEW.state <> 'draft' OR (TG_OP = 'UPDATE' AND OLD.was_published);
  RETURN NEW;
END $$;
CREATE TRIGGER deal_remembers_publication BEFORE INSERT OR UPDATE ON deal FOR EACH ROW EXECUTE FUNCTION deal_remembers_publication();

CREATE FUNCTION refuse_removal_of_published_deal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.was_published THEN
    RAISE EXCEPTION 'Deal % was published and stays', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'deal_stays_once_published';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER deal_stays_once_published BEFORE DELETE ON deal FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_published_deal();

CREATE TABLE deal_branch (
  deal_id   integer NOT NULL REFERENCES deal (id) ON DELETE CASCADE,
  branch_id integer NOT NULL REFERENCES branch (id),
  PRIMARY KEY (deal_id, branch_id)
);
CREATE INDEX deal_branch_branch_id_idx ON deal_branch (branch_id);

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

-- Promotions ----------------------------------------------------------------------------------------------------------

CREATE TABLE promotion (
  id               integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  number           integer NOT NULL,
  merchant_id      integer REFERENCES merchant (id),
  -- A deal that was published stays, and only such a deal has a promotion.
  deal_id          integer,
  state            varchar(16) NOT NULL DEFAULT 'draft',
  starts_at        timestamptz(3) NOT NULL,
  ends_at          timestamptz(3) NOT NULL,
  -- Counted from the publication on: a promotion that was not counted from the beginning cannot be limited later.
  has_budget       boolean NOT NULL DEFAULT false,
  has_wallet_limit boolean NOT NULL DEFAULT false,
  was_published    boolean NOT NULL DEFAULT false,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL DEFAULT now(),
  updated_at       timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT promotion_state CHECK (state IN ('draft', 'published', 'paused') AND (state = 'draft' OR was_published)),
  CONSTRAINT promotion_dates CHECK (starts_at < ends_at),
  CONSTRAINT promotion_number CHECK (number >= 1)
);
CREATE UNIQUE INDEX promotion_number_key ON promotion (number);
CREATE UNIQUE INDEX promotion_deal_id_key ON promotion (deal_id);
CREATE INDEX promotion_merchant_id_idx ON promotion (merchant_id);

CREATE FUNCTION promotion_keeps_counting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'promotion % was published: its number, its merchant, its deal and what is counted of it stay', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'promotion_keeps_counting';
END $$;
CREATE TRIGGER promotion_keeps_counting BEFORE UPDATE ON promotion FOR EACH ROW
  WHEN (OLD.was_published AND (OLD.id, OLD.number, OLD.merchant_id, OLD.deal_id, OLD.has_budget, OLD.has_wallet_limit, OLD.was_published)
        IS DISTINCT FROM (NEW.id, NEW.number, NEW.merchant_id, NEW.deal_id, NEW.has_budget, NEW.has_wallet_limit, NEW.was_published))
  EXECUTE FUNCTION promotion_keeps_counting();
CREATE TRIGGER promotion_not_deleted BEFORE DELETE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_not_truncated BEFORE TRUNCATE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The rules of the ledger are remembered by the rows they are made of, and the programme's stands for the promotions.
CREATE FUNCTION promotion_renews_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE programme SET updated_at = updated_at WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER promotion_renews_rules AFTER INSERT OR UPDATE ON promotion FOR EACH STATEMENT EXECUTE FUNCTION promotion_renews_rules();

CREATE TABLE promotion_version (
  id            integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  promotion_id  integer NOT NULL REFERENCES promotion (id),
  is_current    boolean NOT NULL DEFAULT true,
  name_en       varchar(120) NOT NULL,
  name_ar       varchar(120) NOT NULL,
  rule          jsonb NOT NULL,
  budget_points bigint,
  wallet_max    integer,
  wallet_period varchar(8),
  created_by    integer REFERENCES app_user (id),
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT promotion_version_limits CHECK (budget_points >= 1 AND wallet_max BETWEEN 1 AND 1000
    AND (wallet_max IS NULL) = (wallet_period IS NULL) AND wallet_period IN ('day', 'week', 'month', 'ever'))
);
CREATE UNIQUE INDEX promotion_version_current_key ON promotion_version (promotion_id) WHERE is_current;
CREATE INDEX promotion_version_promotion_id_idx ON promotion_version (promotion_id);

CREATE FUNCTION promotion_version_keeps_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'promotion version % is in use: another rule needs another version', OLD.id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'promotion_version_keeps_rule';
END $$;
CREATE TRIGGER promotion_version_keeps_rule BEFORE UPDATE ON promotion_version FOR EACH ROW
  WHEN ((to_jsonb(OLD) - 'is_current') IS DISTINCT FROM (to_jsonb(NEW) - 'is_current') OR (NEW.is_current AND NOT OLD.is_current))
  EXECUTE FUNCTION promotion_version_keeps_rule();
CREATE TRIGGER promotion_version_not_deleted BEFORE DELETE ON promotion_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_version_not_truncated BEFORE TRUNCATE ON promotion_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_version_renews_rules AFTER INSERT OR UPDATE ON promotion_version FOR EACH STATEMENT EXECUTE FUNCTION promotion_renews_rules();

CREATE TABLE promotion_sku (
  id         integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  version_id integer NOT NULL REFERENCES promotion_version (id),
  sku_id     varchar(64) NOT NULL,
  points     integer NOT NULL,
  CONSTRAINT promotion_sku_points CHECK (points BETWEEN 1 AND 1000000)
);
CREATE UNIQUE INDEX promotion_sku_key ON promotion_sku (version_id, sku_id);
CREATE TRIGGER promotion_sku_append_only BEFORE UPDATE OR DELETE ON promotion_sku FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_sku_not_truncated BEFORE TRUNCATE ON promotion_sku FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE promotion_total (
  promotion_id integer PRIMARY KEY REFERENCES promotion (id),
  points       bigint NOT NULL DEFAULT 0,
  uses         bigint NOT NULL DEFAULT 0,
  CONSTRAINT promotion_total_counts CHECK (points >= 0 AND uses >= 0)
) WITH (fillfactor = 70);

-- The points that a promotion gave never pass its budget. A budget may be set below them: then nothing more is given.
CREATE FUNCTION promotion_total_within_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM promotion_version v WHERE v.promotion_id = NEW.promotion_id AND v.is_current AND NEW.points > v.budget_points) THEN
    RAISE EXCEPTION 'promotion % has no budget for % points', NEW.promotion_id, NEW.points
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'promotion_total_within_budget';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER promotion_total_within_budget BEFORE UPDATE ON promotion_total FOR EACH ROW
  WHEN (NEW.points > OLD.points) EXECUTE FUNCTION promotion_total_within_budget();
CREATE TRIGGER promotion_total_not_deleted BEFORE DELETE ON promotion_total FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_total_not_truncated BEFORE TRUNCATE ON promotion_total FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE promotion_use (
  promotion_id  integer NOT NULL REFERENCES promotion (id),
  wallet_id     bigint NOT NULL REFERENCES wallet (id),
  business_date date NOT NULL,
  uses          integer NOT NULL,
  CONSTRAINT promotion_use_pkey PRIMARY KEY (wallet_id, promotion_id, business_date),
  CONSTRAINT promotion_use_counts CHECK (uses >= 0)
);
CREATE TRIGGER promotion_use_not_deleted BEFORE DELETE ON promotion_use FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promotion_use_not_truncated BEFORE TRUNCATE ON promotion_use FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE entry_part (
  entry_id             bigint      NOT NULL,
  place                smallint    NOT NULL,
  kind                 varchar(12) NOT NULL,
  points               bigint      NOT NULL,
  promotion_version_id integer,
  -- The day on which the use counts: the programme's time zone may change before the reward is cancelled.
  business_date        date,
  CONSTRAINT entry_part_pkey PRIMARY KEY (entry_id, place),
  CONSTRAINT entry_part_kind CHECK (kind IN ('rate', 'promotion', 'referral') AND (kind = 'promotion') = (promotion_version_id IS NOT NULL)),
  CONSTRAINT entry_part_promotion_version_id_fkey FOREIGN KEY (promotion_version_id) REFERENCES promotion_version (id),
  CONSTRAINT entry_part_day CHECK ((kind = 'promotion') = (business_date IS NOT NULL))
);
CREATE INDEX entry_part_promotion_idx ON entry_part (promotion_version_id, entry_id) WHERE promotion_version_id IS NOT NULL;
CREATE TRIGGER entry_part_append_only BEFORE UPDATE OR DELETE ON entry_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_part_not_truncated BEFORE TRUNCATE ON entry_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The parts of an entry are written together, and come to what it moved.
CREATE FUNCTION entry_part_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad bigint;
BEGIN
  -- With an order and a limit, so that a plan made while the table was empty stays a lookup.
  SELECT n.entry_id INTO bad
    FROM (SELECT DISTINCT entry_id FROM written) n
    LEFT JOIN LATERAL (SELECT * FROM entry x WHERE x.id = n.entry_id LIMIT 1) e ON true
    LEFT JOIN LATERAL (SELECT sum(y.points) AS points, bool_or(y.kind = 'promotion') AS acted
                         FROM (SELECT * FROM entry_part x WHERE x.entry_id = n.entry_id ORDER BY x.place LIMIT 1000) y) p ON true
   WHERE e.id IS NULL OR e.amount <> p.points OR (e.log_type_id = 2 AND e.offer_number IS NOT NULL) <> p.acted
   LIMIT 1;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION 'the parts of entry % are not what it moved', bad
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'entry_part_adds_up';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entry_part_adds_up AFTER INSERT ON entry_part REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  EXECUTE FUNCTION entry_part_adds_up();

-- Fills business_date for a release that does not know the column.
CREATE FUNCTION entry_part_gets_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.business_date := (SELECT (e.created_at AT TIME ZONE p.time_zone)::date FROM entry e CROSS JOIN programme p WHERE e.id = NEW.entry_id);
  RETURN NEW;
END $$;
CREATE TRIGGER entry_part_gets_day BEFORE INSERT ON entry_part FOR EACH ROW
  WHEN (NEW.kind = 'promotion' AND NEW.business_date IS NULL) EXECUTE FUNCTION entry_part_gets_day();

-- Coupons -------------------------------------------------------------------------------------------------------------

CREATE TABLE coupon_template (
  id                    integer GENERATED BY DEFAULT AS IDENTITY,
  -- NULL: every merchant takes its coupons.
  merchant_id           integer,
  offer_number          integer      NOT NULL,
  state                 varchar(8)   NOT NULL DEFAULT 'draft',
  title_en              varchar(120) NOT NULL,
  title_ar              varchar(120) NOT NULL,
  terms_en              text         NOT NULL DEFAULT '',
  terms_ar              text         NOT NULL DEFAULT '',
  -- As of deals.
  discount_type         smallint     NOT NULL,
  discount              integer      NOT NULL DEFAULT 0,
  -- Days of the programme's zone: none is used before the first and after the last; valid_days count from the day of issue.
  valid_from            date,
  valid_until           date,
  valid_days            integer,
  -- Branches where its coupons are used; empty: every branch of the merchants that take them.
  branch_ids            integer[]    NOT NULL DEFAULT '{}',
  -- In points; NULL: not to be had for points.
  cost_points           bigint,
  -- The most coupons that are not void; NULL: any number. What is left is kept by triggers.
  stock_max             integer,
  stock_left            integer,
  -- A reward of this value or more issues one, in hundredths of a currency unit; NULL: none does.
  reward_hundredths_min bigint,
  version               integer      NOT NULL DEFAULT 1,
  created_at            timestamptz(3) NOT NULL DEFAULT now(),
  updated_at            timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT coupon_template_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_template_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchant (id),
  CONSTRAINT coupon_template_state CHECK (state IN ('draft', 'live', 'stopped')),
  CONSTRAINT coupon_template_offer_number CHECK (offer_number > 0),
  CONSTRAINT coupon_template_discount CHECK (
    discount_type BETWEEN 1 AND 6
    AND CASE WHEN discount_type IN (3, 4) THEN discount = 0 WHEN discount_type = 1 THEN discount BETWEEN 1 AND 100 ELSE discount >= 1 END),
  CONSTRAINT coupon_template_validity CHECK (valid_until >= valid_from AND valid_days BETWEEN 1 AND 3660),
  CONSTRAINT coupon_template_cost CHECK (cost_points BETWEEN 1 AND 100000000),
  CONSTRAINT coupon_template_stock CHECK ((stock_max IS NULL) = (stock_left IS NULL) AND stock_max >= 0 AND stock_left BETWEEN 0 AND stock_max),
  -- A reward is never refused for the want of a coupon, so no stock has to be locked for it.
  CONSTRAINT coupon_template_reward CHECK (reward_hundredths_min >= 0 AND (reward_hundredths_min IS NULL OR stock_max IS NULL))
);
CREATE UNIQUE INDEX coupon_template_offer_number_key ON coupon_template (offer_number);
CREATE INDEX coupon_template_merchant_id_idx ON coupon_template (merchant_id);

-- Coupons that were issued by hand or by a file, many at once.
CREATE TABLE coupon_issue (
  id          integer GENERATED BY DEFAULT AS IDENTITY,
  template_id integer      NOT NULL,
  merchant_id integer,
  state       varchar(9)   NOT NULL DEFAULT 'receiving',
  file_name   varchar(200) NOT NULL DEFAULT '',
  -- One coupon for the wallet of each line; 'unnamed': so many coupons without a wallet.
  lines       integer      NOT NULL DEFAULT 0,
  unnamed     integer      NOT NULL DEFAULT 0,
  issued      integer      NOT NULL DEFAULT 0,
  refused     integer      NOT NULL DEFAULT 0,
  -- Lines up to this one are done.
  cursor_line integer      NOT NULL DEFAULT 0,
  created_by  integer      NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT coupon_issue_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_issue_template_id_fkey FOREIGN KEY (template_id) REFERENCES coupon_template (id),
  CONSTRAINT coupon_issue_state CHECK (state IN ('receiving', 'running', 'done') AND (state = 'done') = (finished_at IS NOT NULL)),
  CONSTRAINT coupon_issue_counts CHECK (lines >= 0 AND unnamed >= 0 AND issued >= 0 AND refused >= 0 AND issued + refused <= lines + unnamed AND cursor_line BETWEEN 0 AND lines + unnamed)
);
CREATE INDEX coupon_issue_template_id_idx ON coupon_issue (template_id, id);

CREATE TABLE coupon_issue_line (
  issue_id    integer     NOT NULL,
  line        integer     NOT NULL,
  wallet_code varchar(64) NOT NULL,
  -- Why no coupon was issued for it; NULL: not yet, or it was.
  problem     varchar(16),
  CONSTRAINT coupon_issue_line_pkey PRIMARY KEY (issue_id, line),
  CONSTRAINT coupon_issue_line_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES coupon_issue (id),
  CONSTRAINT coupon_issue_line_problem CHECK (problem IN ('unknown', 'closed', 'stock'))
);
CREATE INDEX coupon_issue_line_problem_idx ON coupon_issue_line (issue_id, line) WHERE problem IS NOT NULL;

CREATE TABLE coupon (
  id                 bigint GENERATED BY DEFAULT AS IDENTITY,
  template_id        integer     NOT NULL,
  -- 15 random characters and one that checks them (lib/platform/coupon-number.ts).
  number             char(16)    NOT NULL,
  -- NULL: of no wallet, until it is used.
  wallet_id          bigint,
  -- Of a test wallet: it takes nothing from the stock and counts in no result.
  is_test            boolean     NOT NULL DEFAULT false,
  state              varchar(6)  NOT NULL DEFAULT 'issued',
  -- Days of the programme's zone, the first and the last on which it can be used.
  valid_from         date,
  valid_until        date,
  issued_at          timestamptz(3) NOT NULL,
  issued_by_user_id  integer     NOT NULL,
  -- The redemption that paid for it, or the reward that it came with.
  issued_by_entry_id bigint,
  issue_id           integer,
  used_at            timestamptz(3),
  used_by_user_id    integer,
  used_branch_id     integer,
  voided_at          timestamptz(3),
  voided_by_user_id  integer,
  -- The cancellation, refund or return of the entry that issued it.
  voided_by_entry_id bigint,
  CONSTRAINT coupon_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_template_id_fkey FOREIGN KEY (template_id) REFERENCES coupon_template (id),
  CONSTRAINT coupon_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT coupon_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES coupon_issue (id),
  CONSTRAINT coupon_number CHECK (number ~ '^[2-9A-HJ-NP-Z]{16}$'),
  CONSTRAINT coupon_validity CHECK (valid_until >= valid_from),
  CONSTRAINT coupon_state CHECK (
    state IN ('issued', 'used', 'void')
    AND (state = 'used') = (used_at IS NOT NULL) AND num_nulls(used_at, used_by_user_id) IN (0, 2)
    AND (state = 'void') = (voided_at IS NOT NULL) AND num_nulls(voided_at, voided_by_user_id) IN (0, 2)
    AND (used_branch_id IS NULL OR state = 'used') AND (voided_by_entry_id IS NULL OR state = 'void'))
);
CREATE UNIQUE INDEX coupon_number_key ON coupon (number);
CREATE INDEX coupon_wallet_id_idx ON coupon (wallet_id, id) WHERE wallet_id IS NOT NULL;
CREATE INDEX coupon_template_id_idx ON coupon (template_id, id);
CREATE UNIQUE INDEX coupon_issued_by_entry_idx ON coupon (issued_by_entry_id) WHERE issued_by_entry_id IS NOT NULL;
CREATE UNIQUE INDEX coupon_voided_by_entry_idx ON coupon (voided_by_entry_id) WHERE voided_by_entry_id IS NOT NULL;

-- A coupon is used once: only an issued one becomes used or void. A use can be taken back; a void coupon stays void, and its terms
-- stay as issued. A coupon without a wallet gets the wallet that uses it.
CREATE FUNCTION coupon_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.template_id, NEW.number, NEW.is_test, NEW.valid_from, NEW.valid_until, NEW.issued_at, NEW.issued_by_user_id, NEW.issued_by_entry_id, NEW.issue_id)
     IS DISTINCT FROM (OLD.id, OLD.template_id, OLD.number, OLD.is_test, OLD.valid_from, OLD.valid_until, OLD.issued_at, OLD.issued_by_user_id, OLD.issued_by_entry_id, OLD.issue_id)
     OR NOT (OLD.state = NEW.state AND (OLD.state = 'issued' OR (NEW.used_at, NEW.used_by_user_id, NEW.used_branch_id, NEW.voided_at) IS NOT DISTINCT FROM (OLD.used_at, OLD.used_by_user_id, OLD.used_branch_id, OLD.voided_at))
             OR OLD.state = 'issued' OR (OLD.state = 'used' AND NEW.state = 'issued')) THEN
    RAISE EXCEPTION 'coupon % is %, or was issued otherwise', OLD.id, OLD.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'coupon_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER coupon_once BEFORE UPDATE ON coupon FOR EACH ROW EXECUTE FUNCTION coupon_once();
CREATE TRIGGER coupon_not_deleted BEFORE DELETE ON coupon FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coupon_not_truncated BEFORE TRUNCATE ON coupon FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes coupons from the stock. Templates are locked in the order of their ids, so that two statements never wait for each other.
CREATE FUNCTION coupon_takes_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE taken record;
BEGIN
  FOR taken IN SELECT template_id, count(*)::integer AS coupons FROM new_coupons WHERE NOT is_test AND state <> 'void' GROUP BY template_id ORDER BY template_id LOOP
    UPDATE coupon_template SET stock_left = stock_left - taken.coupons WHERE id = taken.template_id AND stock_left IS NOT NULL;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER coupon_takes_stock AFTER INSERT ON coupon REFERENCING NEW TABLE AS new_coupons FOR EACH STATEMENT EXECUTE FUNCTION coupon_takes_stock();

CREATE FUNCTION coupon_gives_stock_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE coupon_template SET stock_left = stock_left + 1 WHERE id = NEW.template_id AND stock_left IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER coupon_gives_stock_back AFTER UPDATE ON coupon FOR EACH ROW
  WHEN (OLD.state <> 'void' AND NEW.state = 'void' AND NOT NEW.is_test) EXECUTE FUNCTION coupon_gives_stock_back();

-- Each use of a coupon, each use taken back, each coupon declared void, with the reference.
CREATE TABLE coupon_event (
  id             bigint GENERATED BY DEFAULT AS IDENTITY,
  coupon_id      bigint      NOT NULL,
  kind           varchar(8)  NOT NULL,
  wallet_id      bigint,
  user_id        integer     NOT NULL,
  channel_id     smallint    NOT NULL,
  merchant_id    integer,
  branch_id      integer,
  at             timestamptz(3) NOT NULL,
  -- 1 RedeemCoupon, 2 CancelCoupon: the namespaces of references.
  operation      smallint    NOT NULL,
  key            varchar(255),
  request_hash   bytea,
  invoice_number varchar(64),
  comment        varchar(250),
  CONSTRAINT coupon_event_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_event_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon (id),
  CONSTRAINT coupon_event_kind CHECK (kind IN ('used', 'reopened', 'voided') AND operation = CASE kind WHEN 'used' THEN 1 ELSE 2 END),
  CONSTRAINT coupon_event_reference CHECK ((key IS NULL) = (request_hash IS NULL) AND octet_length(request_hash) = 32)
);
CREATE UNIQUE INDEX coupon_event_reference_idx ON coupon_event (user_id, operation, key) WHERE key IS NOT NULL;
CREATE INDEX coupon_event_coupon_id_idx ON coupon_event (coupon_id, id);
CREATE TRIGGER coupon_event_append_only BEFORE UPDATE OR DELETE ON coupon_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coupon_event_not_truncated BEFORE TRUNCATE ON coupon_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Referrals -----------------------------------------------------------------------------------------------------------

-- A newcomer's referrer and the bonuses of both: one row for a newcomer, for ever.
CREATE TABLE referral (
  -- The newcomer's.
  wallet_id                 bigint NOT NULL,
  referrer_wallet_id        bigint NOT NULL,
  state                     varchar(10) NOT NULL DEFAULT 'open',
  opened_at                 timestamptz(3) NOT NULL,
  -- The day, in the programme's zone, of the reward that decided it.
  settled_on                date,
  -- That reward: the wallet in whose log it is (a pooled newcomer's pool), and the newcomer's bonus in it.
  reward_wallet_id          bigint,
  reward_entry_id           bigint,
  newcomer_points           bigint NOT NULL DEFAULT 0,
  -- The referrer's bonus, likewise; none where the referrer got none.
  bonus_wallet_id           bigint,
  bonus_entry_id            bigint,
  referrer_points           bigint NOT NULL DEFAULT 0,
  -- The entries that took them back.
  reward_undone_by_entry_id bigint,
  bonus_undone_by_entry_id  bigint,
  CONSTRAINT referral_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT referral_reward_entry_key UNIQUE (reward_entry_id),
  CONSTRAINT referral_bonus_entry_key UNIQUE (bonus_entry_id),
  CONSTRAINT referral_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT referral_referrer_wallet_id_fkey FOREIGN KEY (referrer_wallet_id) REFERENCES wallet (id),
  CONSTRAINT referral_not_oneself CHECK (wallet_id <> referrer_wallet_id),
  CONSTRAINT referral_state CHECK (state IN ('open', 'paid', 'over_limit', 'unpaid', 'taken_back')),
  CONSTRAINT referral_settled CHECK ((state = 'open') = (settled_on IS NULL) AND (state = 'open') = (reward_wallet_id IS NULL)
    AND (state = 'open') = (reward_entry_id IS NULL) AND (state <> 'open' OR newcomer_points = 0) AND newcomer_points >= 0),
  CONSTRAINT referral_bonus CHECK ((bonus_entry_id IS NULL) = (bonus_wallet_id IS NULL) AND (bonus_entry_id IS NULL) = (referrer_points = 0)
    AND referrer_points >= 0 AND (bonus_entry_id IS NULL OR state IN ('paid', 'taken_back'))),
  CONSTRAINT referral_taken_back CHECK ((state = 'taken_back') = (reward_undone_by_entry_id IS NOT NULL)
    AND (bonus_undone_by_entry_id IS NOT NULL) = (state = 'taken_back' AND bonus_entry_id IS NOT NULL))
);
CREATE INDEX referral_referrer_wallet_id_idx ON referral (referrer_wallet_id, settled_on);
-- For cancellations and returns, under the lock.
CREATE INDEX referral_reward_wallet_id_idx ON referral (reward_wallet_id) WHERE reward_wallet_id IS NOT NULL AND state <> 'taken_back';
CREATE TRIGGER referral_not_deleted BEFORE DELETE ON referral FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER referral_not_truncated BEFORE TRUNCATE ON referral FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A referral begins open, is decided once, by entries that are in the log, and at most taken back after that.
CREATE FUNCTION referral_goes_forward() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  is_lawful boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    is_lawful := NEW.state = 'open';
  ELSIF (NEW.wallet_id, NEW.referrer_wallet_id, NEW.opened_at) IS DISTINCT FROM (OLD.wallet_id, OLD.referrer_wallet_id, OLD.opened_at) THEN
    is_lawful := false;
  ELSIF OLD.state = 'open' THEN
    is_lawful := NEW.state IN ('paid', 'over_limit', 'unpaid')
      AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.reward_entry_id AND e.wallet_id = NEW.reward_wallet_id AND e.log_type_id = 2
                     AND e.amount >= NEW.newcomer_points)
      AND (NEW.bonus_entry_id IS NULL
           OR EXISTS (SELECT FROM entry e WHERE e.id = NEW.bonus_entry_id AND e.wallet_id = NEW.bonus_wallet_id AND e.log_type_id = 6
                         AND e.amount = NEW.referrer_points AND e.related_entry_id = NEW.reward_entry_id));
  ELSE
    is_lawful := OLD.state <> 'taken_back' AND NEW.state = 'taken_back'
      AND (NEW.settled_on, NEW.reward_wallet_id, NEW.reward_entry_id, NEW.newcomer_points, NEW.bonus_wallet_id, NEW.bonus_entry_id, NEW.referrer_points)
          IS NOT DISTINCT FROM (OLD.settled_on, OLD.reward_wallet_id, OLD.reward_entry_id, OLD.newcomer_points, OLD.bonus_wallet_id, OLD.bonus_entry_id, OLD.referrer_points)
      AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.reward_undone_by_entry_id AND e.wallet_id = NEW.reward_wallet_id AND e.log_type_id IN (4, 11)
                     AND e.related_entry_id = NEW.reward_entry_id)
      AND (NEW.bonus_entry_id IS NULL
           OR EXISTS (SELECT FROM entry e WHERE e.id = NEW.bonus_undone_by_entry_id AND e.wallet_id = NEW.bonus_wallet_id AND e.log_type_id = 4
                         AND e.related_entry_id = NEW.bonus_entry_id));
  END IF;
  IF NOT is_lawful THEN
    RAISE EXCEPTION 'referral of wallet % cannot become %', NEW.wallet_id, NEW.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'referral_goes_forward';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER referral_goes_forward AFTER INSERT OR UPDATE ON referral FOR EACH ROW EXECUTE FUNCTION referral_goes_forward();

-- Acts, security events and anchors -----------------------------------------------------------------------------------

CREATE TABLE audit_log (
  id           bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  user_id      integer,
  merchant_id  integer,
  action       varchar(64) NOT NULL,
  subject_type varchar(32) NOT NULL,
  subject_id   varchar(64) NOT NULL,
  before       jsonb,
  after        jsonb,
  ip_address   varchar(64),
  request_id   varchar(64)
);
CREATE INDEX audit_log_created_at_idx ON audit_log (created_at);
CREATE INDEX audit_log_subject_idx ON audit_log (subject_type, subject_id);
CREATE INDEX audit_log_merchant_id_idx ON audit_log (merchant_id, created_at);
-- For searching the audit log page by page.
CREATE INDEX audit_log_user_id_idx ON audit_log (user_id, id);
CREATE INDEX audit_log_merchant_page_idx ON audit_log (merchant_id, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Runs at the end of the transaction, when that takes no other lock any more: acts wait for each other's commit only. Runs as the
-- owner, so that the service's role needs no right to add links.
CREATE FUNCTION chain_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_chain_link('audit', NEW.id, audit_log_fields(NEW));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_log();

-- The fields of an act that are hashed.
CREATE FUNCTION audit_log_fields(act audit_log) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[trunc(extract(epoch FROM act.created_at) * 1000)::bigint::text, act.user_id::text, act.merchant_id::text,
               act.action, act.subject_type, act.subject_id, act.before::text, act.after::text, act.ip_address, act.request_id]
$$;

-- Security events: sign-ins, failures, locks, limits, exports, changes of rights. No secrets, no whole mobile numbers.
CREATE TABLE security_event (
  id          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  created_at  timestamptz(3) NOT NULL,
  kind        varchar(32) NOT NULL,
  is_grave    boolean NOT NULL,
  user_id     integer,
  merchant_id integer,
  branch_id   integer,
  client_id   integer,
  wallet_id   bigint,
  ip_address  varchar(64),
  device      varchar(96),
  request_id  varchar(64),
  details     jsonb
);
CREATE INDEX security_event_merchant_idx ON security_event (merchant_id, id);
CREATE INDEX security_event_user_idx ON security_event (user_id, id);
CREATE INDEX security_event_kind_idx ON security_event (kind, id);
CREATE INDEX security_event_created_at_idx ON security_event (created_at);
CREATE TRIGGER security_event_append_only BEFORE UPDATE OR DELETE ON security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER security_event_not_truncated BEFORE TRUNCATE ON security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION chain_security_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_chain_link('security', NEW.id, security_event_fields(NEW));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER security_event_chained AFTER INSERT ON security_event DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_security_event();

-- The fields of an event that are hashed.
CREATE FUNCTION security_event_fields(event security_event) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[trunc(extract(epoch FROM event.created_at) * 1000)::bigint::text, event.kind, event.is_grave::text, event.user_id::text,
               event.merchant_id::text, event.branch_id::text, event.client_id::text, event.wallet_id::text, event.ip_address,
               event.device, event.request_id, event.details::text]
$$;

-- The chains of the logs that are not of wallets: each link holds the hash of one row and of the link before it. Numbers follow
-- the order in which rows were committed.
CREATE TABLE chain_link (
  chain  varchar(16) NOT NULL,
  seq    bigint NOT NULL,
  row_id bigint NOT NULL,
  hash   bytea NOT NULL,
  PRIMARY KEY (chain, seq),
  CONSTRAINT chain_link_chain CHECK (chain IN ('audit', 'security')),
  CONSTRAINT chain_link_seq_positive CHECK (seq >= 1),
  CONSTRAINT chain_link_hash_sha256 CHECK (length(hash) = 32)
);
CREATE UNIQUE INDEX chain_link_row_key ON chain_link (chain, row_id);
CREATE TRIGGER chain_link_append_only BEFORE UPDATE OR DELETE ON chain_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_link_not_truncated BEFORE TRUNCATE ON chain_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Adds the next link. Links of all chains are made one after the other: the lock is held until the transaction that adds one has
-- ended, and a statement that begins after it sees what that has committed.
CREATE FUNCTION add_chain_link(of_chain text, of_row bigint, fields text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_seq bigint;
  last_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('points-service chain', 0));
  SELECT seq, hash INTO last_seq, last_hash FROM chain_link WHERE chain = of_chain ORDER BY seq DESC LIMIT 1;
  last_seq := coalesce(last_seq, 0) + 1;
  INSERT INTO chain_link (chain, seq, row_id, hash)
  VALUES (of_chain, last_seq, of_row,
          sha256(convert_to(array_to_json(ARRAY[last_seq::text, encode(last_hash, 'base64'), of_row::text] || fields)::text, 'UTF8')));
END $$;

-- Signed summaries of all logs: of the wallets' logs the entries since the anchor before, of the chains their last links.
CREATE TABLE anchor (
  number         bigint PRIMARY KEY,
  created_at     timestamptz(3) NOT NULL,
  after_entry_id bigint NOT NULL,
  entry_id       bigint NOT NULL,
  wallets        integer NOT NULL,
  root           bytea NOT NULL,
  audit_seq      bigint NOT NULL,
  audit_hash     bytea,
  security_seq   bigint NOT NULL,
  security_hash  bytea,
  previous_hash  bytea,
  hash           bytea NOT NULL,
  key_id         varchar(32) NOT NULL,
  signature      bytea NOT NULL,
  CONSTRAINT anchor_number_positive CHECK (number >= 1),
  CONSTRAINT anchor_range CHECK (entry_id >= after_entry_id AND after_entry_id >= 0),
  CONSTRAINT anchor_hashes_sha256 CHECK (length(root) = 32 AND length(hash) = 32 AND length(signature) = 64),
  CONSTRAINT anchor_continues CHECK ((number = 1) = (previous_hash IS NULL))
);
CREATE TRIGGER anchor_append_only BEFORE UPDATE OR DELETE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER anchor_not_truncated BEFORE TRUNCATE ON anchor FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Jobs and imports ----------------------------------------------------------------------------------------------------

CREATE TABLE job_run (
  name         varchar(64) PRIMARY KEY,
  completed_on date,
  started_at   timestamptz(3),
  finished_at  timestamptz(3),
  detail       jsonb
);

-- Written by the readiness check: being able to read is not enough to move points.
CREATE TABLE heartbeat (
  id smallint PRIMARY KEY DEFAULT 1,
  at timestamptz(3) NOT NULL,
  CONSTRAINT heartbeat_single_row CHECK (id = 1)
);

-- Imports of wallets. Rows are worked off in their order; each batch is committed together with its place in the file.
CREATE TABLE wallet_import (
  id                   integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  state                varchar(16) NOT NULL DEFAULT 'receiving',
  file_name            varchar(200) NOT NULL,
  bytes                integer NOT NULL,
  allows_shared_mobile boolean NOT NULL DEFAULT false,
  merchant_id          integer,
  created_by           integer NOT NULL,
  created_at           timestamptz(3) NOT NULL,
  checked_at           timestamptz(3),
  started_by           integer,
  started_at           timestamptz(3),
  finished_at          timestamptz(3),
  -- The names of the file's columns, in their order.
  columns              text[] NOT NULL DEFAULT '{}',
  -- Lines with something on them, those that are refused, and how far the import has come.
  lines                integer NOT NULL DEFAULT 0,
  refused              integer NOT NULL DEFAULT 0,
  created              integer NOT NULL DEFAULT 0,
  cursor_line          integer NOT NULL DEFAULT 0,
  opening_points       bigint NOT NULL DEFAULT 0,
  posted_points        bigint NOT NULL DEFAULT 0,
  -- Why the file cannot be read at all, or the import stopped.
  problem              jsonb,
  CONSTRAINT wallet_import_state CHECK (state IN ('receiving', 'checking', 'checked', 'running', 'stopped', 'done', 'failed', 'discarded')),
  CONSTRAINT wallet_import_bytes CHECK (bytes > 0),
  CONSTRAINT wallet_import_counts CHECK (lines >= 0 AND refused >= 0 AND created >= 0 AND created + refused <= lines AND posted_points <= opening_points)
);
CREATE INDEX wallet_import_at_work_idx ON wallet_import (id) WHERE state IN ('checking', 'running');

-- The file as it arrives, until it is read.
CREATE TABLE wallet_import_part (
  import_id integer NOT NULL REFERENCES wallet_import (id),
  part      integer NOT NULL,
  bytes     bytea NOT NULL,
  PRIMARY KEY (import_id, part)
);

-- 1 ready, 2 refused, 3 the wallet is made and its opening points are still to be posted, 4 done.
CREATE TABLE wallet_import_row (
  import_id      integer NOT NULL REFERENCES wallet_import (id),
  line           integer NOT NULL,
  state          smallint NOT NULL,
  wallet_code    varchar(32),
  msisdn         varchar(16),
  opening_points bigint NOT NULL DEFAULT 0,
  -- The line's fields; NULL once the line is done: the wallet has them.
  fields         jsonb,
  problems       jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (import_id, line),
  CONSTRAINT wallet_import_row_state CHECK (state BETWEEN 1 AND 4)
);
CREATE INDEX wallet_import_row_state_idx ON wallet_import_row (import_id, state, line);

-- Events and webhooks -------------------------------------------------------------------------------------------------

-- How far the log and the acts of administration have been turned into deliveries.
CREATE TABLE event_cursor (
  id         smallint PRIMARY KEY DEFAULT 1,
  entry_id   bigint NOT NULL DEFAULT 0,
  audit_id   bigint NOT NULL DEFAULT 0,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT event_cursor_single_row CHECK (id = 1)
);
INSERT INTO event_cursor DEFAULT VALUES;

CREATE TABLE webhook_endpoint (
  id                   integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- NULL: an endpoint of the programme itself, told of grave security events and of anchors only.
  merchant_id          integer REFERENCES merchant (id),
  url                  varchar(2048) NOT NULL,
  description          varchar(120) NOT NULL DEFAULT '',
  event_types          text[] NOT NULL,
  state                varchar(16) NOT NULL DEFAULT 'active',
  -- Why it is not active: 'person', 'failing' or 'gone'.
  disabled_reason      varchar(16),
  disabled_at          timestamptz(3),
  -- Since when nothing has arrived there; null while it works.
  failing_since        timestamptz(3),
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- Nothing is sent before this moment, because nothing arrives.
  paused_until         timestamptz(3),
  last_success_at      timestamptz(3),
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz(3) NOT NULL DEFAULT now(),
  updated_at           timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT webhook_endpoint_state CHECK (state IN ('active', 'disabled', 'deleted')),
  CONSTRAINT webhook_endpoint_disabled CHECK ((state = 'active') = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoint_types CHECK (cardinality(event_types) > 0),
  CONSTRAINT webhook_endpoint_of_programme CHECK (merchant_id IS NOT NULL OR event_types <@ ARRAY['security.alert', 'anchor.created'])
);
CREATE INDEX webhook_endpoint_merchant_id_idx ON webhook_endpoint (merchant_id);

-- Sealed with a key that is not in the database. During a rotation there are two.
CREATE TABLE webhook_secret (
  id          integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  endpoint_id integer NOT NULL REFERENCES webhook_endpoint (id),
  sealed      bytea NOT NULL,
  last4       char(4) NOT NULL,
  expires_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX webhook_secret_endpoint_id_idx ON webhook_secret (endpoint_id);

-- One event on its way to one endpoint. The numbers are the order in which events of one thing are told.
CREATE TABLE webhook_delivery (
  id              bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  endpoint_id     integer NOT NULL REFERENCES webhook_endpoint (id),
  event_id        varchar(40) NOT NULL,
  type            varchar(64) NOT NULL,
  -- The wallet or deal that it is about: events of one are told one after the other.
  subject         varchar(40) NOT NULL,
  -- Byte for byte what is signed and sent.
  payload         text NOT NULL,
  state           varchar(16) NOT NULL DEFAULT 'pending',
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  give_up_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  finished_at     timestamptz(3),
  CONSTRAINT webhook_delivery_state CHECK (state IN ('pending', 'delivered', 'dead')),
  CONSTRAINT webhook_delivery_finished CHECK ((state = 'pending') = (finished_at IS NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX webhook_delivery_event_key ON webhook_delivery (endpoint_id, event_id);
CREATE INDEX webhook_delivery_endpoint_id_idx ON webhook_delivery (endpoint_id, id);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (endpoint_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_delivery_subject_idx ON webhook_delivery (endpoint_id, subject, id) WHERE state = 'pending';
CREATE INDEX webhook_delivery_finished_at_idx ON webhook_delivery (finished_at) WHERE state <> 'pending';

CREATE TABLE webhook_attempt (
  id           bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  delivery_id  bigint NOT NULL REFERENCES webhook_delivery (id) ON DELETE CASCADE,
  at           timestamptz(3) NOT NULL,
  duration_ms  integer NOT NULL,
  -- Null when no answer came; then error says why.
  status       integer,
  error        varchar(40),
  answer_start varchar(1000) NOT NULL DEFAULT '',
  -- The user who asked for it; NULL when it was due.
  user_id      integer
);
CREATE INDEX webhook_attempt_delivery_id_idx ON webhook_attempt (delivery_id);

-- Reports: sums over the log, kept by a job together with how far it has come -----------------------------------------

-- Everything up to entry_id is in the sums and nothing after it. The days are those of time_zone.
CREATE TABLE report_cursor (
  id               smallint PRIMARY KEY DEFAULT 1,
  entry_id         bigint NOT NULL DEFAULT 0,
  last_entry_at    timestamptz(3),
  time_zone        varchar(64) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  -- When the sums were last compared with the log, up to which entry, and how many of them differed.
  checked_at       timestamptz(3),
  checked_entry_id bigint,
  checked_findings integer,
  -- The mark of report_hour, report_tier_day, report_customer and report_cohort; never beyond entry_id. They have a mark of their own, so
  -- that sums of days go on while these tables are made again.
  detail_entry_id  bigint NOT NULL DEFAULT 0,
  CONSTRAINT report_cursor_single_row CHECK (id = 1)
);

-- 0 stands for none: no merchant, no branch, nothing cancelled.
CREATE TABLE report_day (
  merchant_id           integer NOT NULL,
  day                   date NOT NULL,
  branch_id             integer NOT NULL,
  user_id               integer NOT NULL,
  log_type_id           smallint NOT NULL,
  cancelled_log_type_id smallint NOT NULL,
  entries               bigint NOT NULL,
  points                bigint NOT NULL,
  points_delta          bigint NOT NULL,
  suspended_delta       bigint NOT NULL,
  value                 bigint NOT NULL,
  -- Of a sum: the hundredths of its entries added up. The sum in hundredths is value * 100 + value_hundredths.
  value_hundredths      bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (merchant_id, day, branch_id, user_id, log_type_id, cancelled_log_type_id)
);
-- For ranges of all merchants together.
CREATE INDEX report_day_day_idx ON report_day (day);

-- The sums of whole months, for long ranges: one row where report_day has up to thirty-one. Written with the days', by the same job
-- in the same transaction. `month` is its first day.
CREATE TABLE report_month (
  merchant_id           integer NOT NULL,
  month                 date NOT NULL,
  branch_id             integer NOT NULL,
  user_id               integer NOT NULL,
  log_type_id           smallint NOT NULL,
  cancelled_log_type_id smallint NOT NULL,
  entries               bigint NOT NULL,
  points                bigint NOT NULL,
  value                 bigint NOT NULL,
  value_hundredths      bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (merchant_id, month, branch_id, user_id, log_type_id, cancelled_log_type_id)
);
CREATE INDEX report_month_month_idx ON report_month (month);

-- Apart, because callers may send any text as SkuId: however many there are, the sums above stay few.
CREATE TABLE report_deal_day (
  offer_number          varchar(64) NOT NULL,
  merchant_id           integer NOT NULL,
  day                   date NOT NULL,
  branch_id             integer NOT NULL,
  log_type_id           smallint NOT NULL,
  cancelled_log_type_id smallint NOT NULL,
  entries               bigint NOT NULL,
  points                bigint NOT NULL,
  value                 bigint NOT NULL,
  value_hundredths      bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (offer_number, merchant_id, day, branch_id, log_type_id, cancelled_log_type_id)
);

-- The last day on which a wallet earned or redeemed at a merchant; 0: at any.
CREATE TABLE report_wallet (
  merchant_id integer NOT NULL,
  wallet_id   bigint NOT NULL,
  last_day    date NOT NULL,
  PRIMARY KEY (merchant_id, wallet_id)
) WITH (fillfactor = 80);

-- How many wallets were active on a day and before that last on another ('-infinity': never). The wallets active in a range
-- are those on its days whose previous day lies before it: each is counted once, exactly, whatever the range.
CREATE TABLE report_activity (
  merchant_id  integer NOT NULL,
  day          date NOT NULL,
  previous_day date NOT NULL,
  wallets      bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, previous_day)
);

-- Rewards and redemptions of an hour of the programme's zone, 0 to 23. 0 stands for none, as in report_day.
CREATE TABLE report_hour (
  merchant_id integer NOT NULL,
  day         date NOT NULL,
  hour        smallint NOT NULL,
  branch_id   integer NOT NULL,
  log_type_id smallint NOT NULL,
  entries     bigint NOT NULL,
  points      bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, hour, branch_id, log_type_id)
);
CREATE INDEX report_hour_day_idx ON report_hour (day);

-- The same by the tier that the wallet was in.
CREATE TABLE report_tier_day (
  merchant_id integer NOT NULL,
  day         date NOT NULL,
  segment_id  integer NOT NULL,
  branch_id   integer NOT NULL,
  log_type_id smallint NOT NULL,
  entries     bigint NOT NULL,
  points      bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, segment_id, branch_id, log_type_id)
);
CREATE INDEX report_tier_day_day_idx ON report_tier_day (day);

-- The first and the last month in which a wallet earned or redeemed at a merchant; 0: at any.
CREATE TABLE report_customer (
  merchant_id integer NOT NULL,
  wallet_id   bigint NOT NULL,
  first_month date NOT NULL,
  last_month  date NOT NULL,
  PRIMARY KEY (merchant_id, wallet_id)
) WITH (fillfactor = 80);

-- Of the wallets whose first month was first_month, how many earned or redeemed in month.
CREATE TABLE report_cohort (
  merchant_id integer NOT NULL,
  first_month date NOT NULL,
  month       date NOT NULL,
  wallets     bigint NOT NULL,
  PRIMARY KEY (merchant_id, first_month, month)
);

-- Files of transactions: made by a job, kept for seven days, and only for the user who asked.
CREATE TABLE report_file (
  id          integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  state       varchar(8) NOT NULL DEFAULT 'waiting',
  format      varchar(4) NOT NULL,
  language    varchar(2) NOT NULL,
  -- The filters, as the page's address has them.
  query       jsonb NOT NULL,
  -- Transactions of this merchant; NULL: of all.
  merchant_id integer,
  created_by  integer NOT NULL CONSTRAINT report_file_created_by_fkey REFERENCES app_user (id),
  created_at  timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  attempts    smallint NOT NULL DEFAULT 0,
  -- How far it has come.
  days        integer NOT NULL,
  days_done   integer NOT NULL DEFAULT 0,
  lines       integer NOT NULL DEFAULT 0,
  bytes       bigint NOT NULL DEFAULT 0,
  CONSTRAINT report_file_format CHECK (format IN ('csv', 'xlsx')),
  CONSTRAINT report_file_language CHECK (language IN ('en', 'ar')),
  CONSTRAINT report_file_state CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  CONSTRAINT report_file_finished CHECK ((finished_at IS NOT NULL) = (state IN ('done', 'failed')))
);
CREATE INDEX report_file_created_by_idx ON report_file (created_by, id);
CREATE INDEX report_file_at_work_idx ON report_file (id) WHERE state IN ('waiting', 'running');

-- Written and read part by part, so that it is never held whole.
CREATE TABLE report_file_part (
  file_id integer NOT NULL CONSTRAINT report_file_part_file_id_fkey REFERENCES report_file (id) ON DELETE CASCADE,
  part    integer NOT NULL,
  bytes   bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
