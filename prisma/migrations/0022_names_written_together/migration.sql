-- The functions call each other wherever they are called from: an index is built with no search path.
-- The words of a name, folded; hyphens and marks part them as blanks do.
CREATE FUNCTION name_words(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  SET search_path FROM CURRENT AS $$
  SELECT array_remove(regexp_split_to_array(folded_name(name), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u060c\u061b\u061f\u2000-\u206f]+'), '')
$$;

-- The keys by which a name is found: each word, two and three words written together, and each of these without the article.
CREATE FUNCTION name_keys(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  SET search_path FROM CURRENT AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT key), '{}'))
    FROM (SELECT name_words(name) AS w) n
   CROSS JOIN generate_subscripts(n.w, 1) AS i
   CROSS JOIN generate_series(0, 2) AS more
   CROSS JOIN LATERAL (SELECT left(array_to_string(n.w[i : i + more], ''), 200) AS word) j
   CROSS JOIN LATERAL (VALUES (j.word), (substring(j.word FROM '^ال(..+)$')), (substring(j.word FROM '^[ae]l(...+)$'))) AS k (key)
   WHERE i + more <= cardinality(n.w) AND key IS NOT NULL
$$;

-- Names whose words begin with what was typed: each typed word alone, without the Arabic article, or together with its neighbours. An article that
-- is typed as a word of its own may be missing. Null where nothing was typed.
CREATE FUNCTION name_query(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT
  SET search_path FROM CURRENT AS $$
  SELECT string_agg('(' || keys || ')', ' & ' ORDER BY i)::tsquery
    FROM (
      SELECT i, string_agg(DISTINCT '''' || key || ''':*', ' | ') AS keys
        FROM (SELECT name_words(typed) AS w) n
       CROSS JOIN generate_subscripts(n.w, 1) AS i
       CROSS JOIN generate_series(-2, 0) AS before
       CROSS JOIN generate_series(0, 2) AS more
       CROSS JOIN LATERAL (SELECT left(array_to_string(n.w[i + before : i + before + more], ''), 200) AS word) j
       CROSS JOIN LATERAL (VALUES (j.word), (substring(j.word FROM '^ال(..+)$'))) AS k (key)
       WHERE i + before >= 1 AND before + more >= 0 AND i + before + more <= cardinality(n.w) AND key IS NOT NULL
         AND NOT (n.w[i] IN ('ال', 'el', 'al') AND i < cardinality(n.w))
       GROUP BY i
    ) each_word
$$;
