-- Tokens of GitHub Actions prove no claim any more. A claim that one proved is one of the repository from now on: its owner has the
-- usual time to publish the file.
update claims set way = 'repository' where way = 'actions';
update audit set detail = jsonb_set(detail, '{way}', '"repository"') where detail ->> 'way' = 'actions';
alter table claims drop constraint claims_way_check;
alter table claims add constraint claims_way_check check (way in ('repository', 'website', 'dns'));
drop table claim_tokens;
