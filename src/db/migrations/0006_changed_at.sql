-- When a listing last changed for readers: approved, corrected, reviewed, withdrawn. Written under the lock of the changelog, so that it
-- increases in commit order: whoever has seen everything up to a moment asks for what is later and misses nothing.
alter table products add column changed_at timestamptz(3);
create index products_changed on products (changed_at) where changed_at is not null;
