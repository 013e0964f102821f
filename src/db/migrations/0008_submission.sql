-- The locks of a submission and what stands in its way, in one round trip: the limits are asked for apart from it, so that another
-- limiter can take their place.

-- Takes the named locks until the end of the transaction, then looks. Each statement of a volatile function sees what was committed
-- before it began, so what was committed while the locks were waited for is seen.
create function submission_obstacles(locks text[], asked_domain text, slug_stem text, asked_key text)
returns table (idempotent json, duplicate json, taken_slugs text[])
language plpgsql volatile set plan_cache_mode = force_custom_plan as $$
begin
  perform take_locks(locks);
  return query select
    (select to_json(k) from (
      select i.body_hash, i.response from idempotency_keys i
      where i.key_hash = asked_key and i.created_at > now() - interval '24 hours') k),
    (select to_json(p) from (
      select l.slug, l.status from products l where l.domain = asked_domain and l.status in ('pending', 'approved')) p),
    array(select l.slug from products l where l.slug like slug_stem || '%');
end $$;
