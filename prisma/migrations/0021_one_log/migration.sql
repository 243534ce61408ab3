-- Saved views of the security events are views of the log, which has acts and events. A kind of event is one of the log's actions.
UPDATE list_view
   SET list = 'audit',
       place = place + 100,
       filters = (filters::jsonb - 'kind')
         || CASE WHEN filters::jsonb ? 'kind' THEN jsonb_build_object('action', filters::jsonb -> 'kind') ELSE '{}' END
         || '{"kind": "events"}'
 WHERE list = 'security';
