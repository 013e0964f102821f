-- By what manifests name a tool, as content/tools says it (issue 11).
alter table tools add column packages text[] not null default '{}';
alter table tools add column client_packages text[] not null default '{}';
alter table tools add column images text[] not null default '{}';
alter table tools add column marker_files text[] not null default '{}';
