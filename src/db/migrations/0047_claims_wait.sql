-- A claim whose claimant is not at the domain of the product waits for an editor. A proof is missing once two looks, a day apart, have
-- not found it: the first is kept.
alter table claims drop constraint claims_state_check;
alter table claims add constraint claims_state_check check (state in ('open', 'proved', 'waiting', 'replaced', 'lapsed', 'refused'));
alter table claims add column missed_at timestamptz(3);
