-- What people say who need a listing or a tool, beyond its own words (decision 0026). Code from before this migration writes none and reads none.
alter table products add column asks text[] not null default '{}';
alter table tools add column asks text[] not null default '{}';
