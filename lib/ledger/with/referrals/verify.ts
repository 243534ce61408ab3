import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { report } from "@/lib/ledger/verify/joins";

const IN_WORDS = "'referral of wallet ' || r.wallet_id || ', ' || r.state";

/** A wallet names who brought its customer while that referral is open, and only then. */
const OPEN = `
SELECT coalesce(w.id, r.wallet_id), NULL::integer, 'referrer ' || coalesce(r.referrer_wallet_id::text, 'none') || ' of the open referral',
       'referrer ' || coalesce(w.open_referrer_id::text, 'none')
  FROM (SELECT * FROM wallet WHERE open_referrer_id IS NOT NULL) w
  FULL JOIN (SELECT * FROM referral WHERE state = 'open') r ON r.wallet_id = w.id
 WHERE w.open_referrer_id IS DISTINCT FROM r.referrer_wallet_id`;

/** The reward that decided a referral is the newcomer's, and its part for the referral is what the newcomer got. */
const REWARDS = `
SELECT r.reward_wallet_id, e.seq, 'a reward with ' || r.newcomer_points || ' points for the referral, of wallet ' || r.wallet_id,
       coalesce('kind ' || e.log_type_id || ' with ' || coalesce(p.points, 0) || ', of wallet ' || coalesce(e.actor_wallet_id, e.wallet_id), 'no entry ' || r.reward_entry_id)
  FROM referral r
  LEFT JOIN entry e ON e.id = r.reward_entry_id AND e.wallet_id = r.reward_wallet_id
  LEFT JOIN LATERAL (SELECT sum(x.points) AS points FROM entry_part x WHERE x.entry_id = e.id AND x.kind = 'referral') p ON true
 WHERE r.state <> 'open'
   AND (e.log_type_id IS DISTINCT FROM 2 OR coalesce(p.points, 0) <> r.newcomer_points OR coalesce(e.actor_wallet_id, e.wallet_id) <> r.wallet_id)`;

/** Parts kept for a referral beside a reward: the reward decided it, and the parts add up to the reward. */
const PARTS = `
SELECT coalesce(e.wallet_id, 0), e.seq, 'a part of the reward of a referral', p.points || ' points of entry ' || p.entry_id
  FROM entry_part p LEFT JOIN entry e ON e.id = p.entry_id LEFT JOIN referral r ON r.reward_entry_id = p.entry_id
 WHERE p.kind = 'referral' AND r.wallet_id IS NULL
 UNION ALL
SELECT e.wallet_id, e.seq, e.amount || ' points in parts', (SELECT sum(x.points) FROM entry_part x WHERE x.entry_id = e.id) || ''
  FROM referral r JOIN entry e ON e.id = r.reward_entry_id
 WHERE r.newcomer_points > 0 AND (SELECT sum(x.points) FROM entry_part x WHERE x.entry_id = e.id) IS DISTINCT FROM e.amount`;

/** Every bonus is of one referral, in its referrer's name, and every referral that gave one has it. */
const BONUSES = `
SELECT coalesce(e.wallet_id, r.bonus_wallet_id), e.seq,
       coalesce('a bonus of ' || r.referrer_points || ' points for entry ' || r.reward_entry_id || ' and wallet ' || r.referrer_wallet_id, 'no bonus'),
       coalesce(e.amount || ' points for entry ' || e.related_entry_id || ' and wallet ' || coalesce(e.actor_wallet_id, e.wallet_id), 'no entry ' || r.bonus_entry_id)
  FROM (SELECT * FROM entry WHERE log_type_id = 6 AND related_entry_id IS NOT NULL) e
  FULL JOIN (SELECT * FROM referral WHERE bonus_entry_id IS NOT NULL) r ON r.bonus_entry_id = e.id AND r.bonus_wallet_id = e.wallet_id
 WHERE e.id IS NULL OR r.wallet_id IS NULL OR e.amount <> r.referrer_points OR e.related_entry_id <> r.reward_entry_id
    OR coalesce(e.actor_wallet_id, e.wallet_id)
       NOT IN (r.referrer_wallet_id, coalesce((SELECT w.merged_into_wallet_id FROM wallet w WHERE w.id = r.referrer_wallet_id), 0)) OR e.id <= e.related_entry_id`;

/** A referral is taken back exactly where its reward was cancelled or returned whole, and its bonus was cancelled with it. */
const TAKEN_BACK = `
SELECT r.reward_wallet_id, NULL::integer, CASE WHEN v.is_undone THEN 'taken back, with its bonus' ELSE 'not taken back' END, ${IN_WORDS}
  FROM referral r
 CROSS JOIN LATERAL (
   SELECT EXISTS (SELECT FROM reversal x WHERE x.wallet_id = r.reward_wallet_id AND x.entry_id = r.reward_entry_id
                     AND (x.cancelled_by_entry_id IS NOT NULL OR x.taken > 0 AND x.given_back = x.taken)) AS is_undone,
          EXISTS (SELECT FROM reversal x WHERE x.wallet_id = r.bonus_wallet_id AND x.entry_id = r.bonus_entry_id
                     AND x.cancelled_by_entry_id IS NOT NULL) AS is_bonus_undone,
          EXISTS (SELECT FROM entry x WHERE x.id = r.reward_undone_by_entry_id AND x.related_entry_id = r.reward_entry_id AND x.log_type_id IN (4, 11)) AS names_what_undid,
          EXISTS (SELECT FROM entry x WHERE x.id = r.bonus_undone_by_entry_id AND x.related_entry_id = r.bonus_entry_id AND x.log_type_id = 4) AS names_what_undid_bonus) v
 WHERE r.state <> 'open'
   AND ((r.state = 'taken_back') <> v.is_undone OR (r.state = 'taken_back') <> v.names_what_undid
        OR (r.state = 'taken_back' AND r.bonus_entry_id IS NOT NULL) <> v.is_bonus_undone
        OR (r.state = 'taken_back' AND r.bonus_entry_id IS NOT NULL) <> v.names_what_undid_bonus)`;

/** Compares referrals with the log, and the log's bonuses with the referrals (rules.md §23). */
export async function checkReferrals(client: ClientBase, findings: Findings): Promise<void> {
  for (const bad of [OPEN, REWARDS, PARTS, BONUSES, TAKEN_BACK])
    await report(client, findings, "referral", bad);
}
