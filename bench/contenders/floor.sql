-- A reward without any rule: a wallet, a log, a reference that is used once. Contenders without rules write to these tables.
CREATE TABLE wallet (
  id      bigint PRIMARY KEY,
  code    varchar(32) NOT NULL UNIQUE,
  balance bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE log (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id     bigint NOT NULL,
  amount        bigint NOT NULL,
  balance_after bigint NOT NULL,
  reference     varchar(64) NOT NULL UNIQUE,
  created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE reference_seq;

-- One call for each reward, as a till would make it.
CREATE FUNCTION reward(wallet_code text, points bigint, new_reference text)
RETURNS TABLE (log_id bigint, wallet_id bigint, balance bigint) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet w SET balance = w.balance + points WHERE w.code = wallet_code RETURNING w.id, w.balance INTO wallet_id, balance;
  INSERT INTO log (wallet_id, amount, balance_after, reference) VALUES (reward.wallet_id, points, reward.balance, new_reference)
    RETURNING id INTO log_id;
  RETURN NEXT;
END $$;

-- Any number of rewards in one statement: what a service written for speed alone would send.
CREATE FUNCTION reward_all(wallet_codes text[], points bigint[], new_references text[])
RETURNS TABLE (reference text, log_id bigint, wallet_id bigint, balance bigint) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH wanted AS (SELECT * FROM unnest(wallet_codes, points, new_references) WITH ORDINALITY AS x (code, points, reference, position)),
       moved AS (UPDATE wallet w SET balance = w.balance + m.points
                   FROM (SELECT code, sum(points) AS points FROM wanted GROUP BY code ORDER BY code) m
                  WHERE w.code = m.code RETURNING w.id, w.code, w.balance)
  INSERT INTO log (wallet_id, amount, balance_after, reference)
  SELECT m.id, x.points,
         m.balance - coalesce(sum(x.points) OVER (PARTITION BY x.code ORDER BY x.position DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0),
         x.reference
    FROM wanted x JOIN moved m ON m.code = x.code
  RETURNING reference, id, wallet_id, balance_after
$$;
