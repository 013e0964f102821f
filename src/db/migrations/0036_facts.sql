-- What helps to choose a product, as its files say: [{fact, value, day, source}].
alter table products add column facts jsonb not null default '[]';
