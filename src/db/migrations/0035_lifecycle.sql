-- Whether the product can still be used, as its file says: {state, since, successor, source}. Lists and search leave out a product
-- that is sunset.
alter table products add column lifecycle jsonb not null default '{"state": "active", "since": null, "successor": null, "source": null}';
